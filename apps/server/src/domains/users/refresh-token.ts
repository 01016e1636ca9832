import type { users } from "@vetrina/contract/users";
import { hashRefreshToken } from "../../platform/auth/refresh-token.ts";
import type { Context } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { findRefreshToken } from "./queries.ts";
import { judge } from "./rules.ts";
import { endSession, rotate } from "./sessions.ts";

/** Throws UNAUTHENTICATED for a token that is unknown or dead; a stolen one ends its session for everybody. */
export async function refreshToken(
  { services, now, traceId }: Context,
  { body }: Input<typeof users.refreshToken>,
): Promise<Output<typeof users.refreshToken>> {
  const db = queryable(services.database.app);
  const found = await findRefreshToken(db, hashRefreshToken(body.refreshToken));
  if (found === undefined) throw sessionOver();
  const { sessionId, userId, isPlatformAdmin } = found;
  const verdict = judge(found, now());
  if (verdict === "stolen") {
    await endSession(db, sessionId, now());
    services.log.warn({ traceId, userId, sessionId }, "rotated refresh token presented again");
  }
  if (verdict === "stolen" || verdict === "dead") throw sessionOver();
  const accessToken = await services.accessTokens.issue({ userId, sessionId, isPlatformAdmin });
  if (!body.rotate) return { accessToken };
  const key = services.key("refresh token");
  return { accessToken, refreshToken: await rotate(db, body.refreshToken, key, now()) };
}

function sessionOver(): ApiFailure {
  return new ApiFailure("UNAUTHENTICATED", "The session has ended. Sign in again.");
}
