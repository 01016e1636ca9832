import type { User } from "@vetrina/contract/people/users";
import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { readUser } from "./queries.ts";

/** Throws UNAUTHENTICATED if the user was deleted after the access token was issued. */
export async function getMe({ actor, lookups }: Context): Promise<User> {
  const user =
    actor.kind === "user" ? await readUser(lookups, actor.userId, actor.onlyStore ?? null) : null;
  if (user === null) throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  return user;
}
