import type { users } from "@vetrina/contract/users";
import { hashRefreshToken } from "../../platform/auth/refresh-token.ts";
import type { Context } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { findRefreshToken } from "./queries.ts";
import { endSession } from "./sessions.ts";

/** Ends the caller's session and the refresh token's; says nothing about whether there was one. */
export async function logout(
  { actor, services, now }: Context,
  { body }: Input<typeof users.logout>,
): Promise<void> {
  const db = queryable(services.database.app);
  if (actor.kind === "user") await endSession(db, actor.sessionId, now());
  if (body?.refreshToken === undefined) return;
  const found = await findRefreshToken(db, hashRefreshToken(body.refreshToken));
  if (found !== undefined) await endSession(db, found.sessionId, now());
}
