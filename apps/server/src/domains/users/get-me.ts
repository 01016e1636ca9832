import type { User } from "@vetrina/contract/people/users";
import type { Context } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { readUser } from "./queries.ts";

/** Throws UNAUTHENTICATED if the user was deleted after the access token was issued. */
export async function getMe({ actor, services }: Context): Promise<User> {
  const user =
    actor.kind === "user"
      ? await readUser(queryable(services.database.app), actor.userId, actor.onlyStore ?? null)
      : null;
  if (user === null) throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  return user;
}
