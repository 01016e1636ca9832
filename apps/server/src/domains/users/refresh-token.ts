import type { users } from "@vetrina/contract/users";
import { auditAccount } from "../../platform/audit.ts";
import {
  clearRefreshCookie,
  readRefreshCookie,
  setRefreshCookie,
} from "../../platform/auth/refresh-cookie.ts";
import { hashRefreshToken, successorOf } from "../../platform/auth/refresh-token.ts";
import type { Context } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { findRefreshToken } from "./queries.ts";
import { judge } from "./rules.ts";
import { endSession, noteUse, rotate } from "./sessions.ts";

/** Throws UNAUTHENTICATED for a token that is unknown or dead; a stolen one ends its session for everybody. */
export async function refreshToken(
  ctx: Context,
  { body }: Input<typeof users.refreshToken>,
): Promise<Output<typeof users.refreshToken>> {
  if (body.refreshToken !== undefined) {
    const { accessToken, successor } = await refresh(ctx, body.refreshToken, body.rotate);
    return successor === null ? { accessToken } : { accessToken, refreshToken: successor };
  }
  const token = readRefreshCookie(ctx);
  if (token === null) throw sessionOver();
  try {
    const { accessToken, successor, secondsLeft } = await refresh(ctx, token, true);
    if (successor !== null) setRefreshCookie(ctx, successor, secondsLeft);
    return { accessToken };
  } catch (error) {
    if (error instanceof ApiFailure) clearRefreshCookie(ctx);
    throw error;
  }
}

async function refresh(ctx: Context, token: string, rotates: boolean) {
  const { services, now, traceId } = ctx;
  const db = queryable(services.database.app);
  const found = await findRefreshToken(db, hashRefreshToken(token));
  if (found === undefined) throw sessionOver();
  const { sessionId, userId, isPlatformAdmin, sessionExpiresAt } = found;
  const verdict = judge(found, now());
  if (verdict === "stolen") {
    if (await endSession(db, sessionId, now()))
      await auditAccount(db, ctx, userId, {
        action: "LOGOUT",
        entityType: "session",
        entityId: sessionId,
        after: { reason: "refresh token used twice" },
      });
    services.log.warn({ traceId, userId, sessionId }, "rotated refresh token presented again");
  }
  if (verdict === "stolen" || verdict === "dead") throw sessionOver();
  const accessToken = await services.accessTokens.issue({ userId, sessionId, isPlatformAdmin });
  await noteUse(db, found, now());
  const secondsLeft = (sessionExpiresAt.getTime() - now().getTime()) / 1000;
  return { accessToken, successor: await successor(), secondsLeft };

  async function successor(): Promise<string | null> {
    if (!rotates) return null;
    const key = services.key("refresh token");
    return verdict === "rotated" ? successorOf(token, key) : rotate(db, token, key, now());
  }
}

function sessionOver(): ApiFailure {
  return new ApiFailure("UNAUTHENTICATED", "The session has ended. Sign in again.");
}
