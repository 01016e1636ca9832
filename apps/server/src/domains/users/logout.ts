import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../platform/audit.ts";
import { clearRefreshCookie, readRefreshCookie } from "../../platform/auth/refresh-cookie.ts";
import { hashRefreshToken } from "../../platform/auth/refresh-token.ts";
import type { Context } from "../../platform/context.ts";
import { type Queryable } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { findRefreshToken } from "./queries.ts";
import { forgetOrders } from "./sessions/forget-orders.ts";
import { revokeSession } from "./sessions/sessions.ts";

/**
 * Ends the caller's session and those of the refresh tokens in the body and the cookie. The response does not reveal
 * whether they existed.
 */
export async function logout(ctx: Context, { body }: Input<typeof users.logout>): Promise<void> {
  const { actor } = ctx;
  const db = ctx.statements;
  if (actor.kind === "user") await end(ctx, db, actor);
  const inCookie = readRefreshCookie(ctx);
  if (inCookie !== null) clearRefreshCookie(ctx);
  forgetOrders(ctx);
  for (const token of [body?.refreshToken, inCookie]) {
    if (token === undefined || token === null) continue;
    const found = await findRefreshToken(db, hashRefreshToken(token));
    if (found !== undefined) await end(ctx, db, found);
  }
}

async function end(
  ctx: Context,
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  if (!(await revokeSession(db, sessionId, ctx.now()))) return;
  await auditAccount(db, ctx, userId, {
    action: "LOGOUT",
    entityType: "session",
    entityId: sessionId,
  });
}
