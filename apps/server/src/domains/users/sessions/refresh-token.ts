import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../../platform/audit.ts";
import {
  clearRefreshCookie,
  readRefreshCookie,
  setRefreshCookie,
} from "../../../platform/auth/refresh-cookie.ts";
import { hashRefreshToken, successorOf } from "../../../platform/auth/refresh-token.ts";
import type { Context } from "../../../platform/context.ts";
import { type Queryable, queryable } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import {
  hostOfCaller,
  type HostOfCaller,
  hostOfCookie,
} from "../../../platform/http/callers/host-of-caller.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { findRefreshToken, type FoundToken } from "../queries.ts";
import { judge } from "../rules.ts";
import { revokeSession, noteUse, presenterOf, rotate } from "./sessions.ts";

/** Throws UNAUTHENTICATED for an unknown or ended token. A stolen token ends its session for every holder. */
export async function refreshToken(
  ctx: Context,
  { body }: Input<typeof users.refreshToken>,
): Promise<Output<typeof users.refreshToken>> {
  if (body.refreshToken !== undefined) {
    const host = await hostOfCaller(ctx);
    const opens = (found: FoundToken) => host === null || isOfHost(found, host);
    const { accessToken, successor } = await refresh(ctx, body.refreshToken, body.rotate, opens);
    return successor === null ? { accessToken } : { accessToken, refreshToken: successor };
  }
  const token = readRefreshCookie(ctx);
  if (token === null) throw sessionOver();
  const host = await hostOfCookie(ctx);
  const opens = (found: FoundToken) => isOfHost(found, host) && isBoundAt(found, host);
  try {
    const { accessToken, successor, secondsLeft } = await refresh(ctx, token, true, opens);
    if (successor !== null) setRefreshCookie(ctx, successor, secondsLeft);
    return { accessToken };
  } catch (error) {
    if (error instanceof ApiFailure) clearRefreshCookie(ctx);
    throw error;
  }
}

async function refresh(
  ctx: Context,
  token: string,
  rotates: boolean,
  opens: (found: FoundToken) => boolean,
) {
  const { services, now } = ctx;
  // Only a valid token gets past the lookup. The statements after it use the pool directly, without the queue that
  // rejects calls when it is full: many tabs may refresh the same session at once, and a rotation must not stop
  // halfway.
  const db = queryable(services.database.app);
  const key = services.key("refresh token");
  const by = presenterOf(token, ctx.caller);
  const first = await judged(ctx.lookups);
  const made =
    rotates && first.verdict === "current" ? await rotate(db, { token, key, by }, now()) : null;
  // If another call rotated the token first, checks again whether this caller may get the successor.
  const { found, verdict } =
    rotates && first.verdict === "current" && made === null ? await judged(db) : first;
  const { userId, sessionId, isPlatformAdmin, sessionExpiresAt } = found;
  const accessToken = await services.accessTokens.issue({ userId, sessionId, isPlatformAdmin });
  await noteUse(db, found, now());
  const secondsLeft = (sessionExpiresAt.getTime() - now().getTime()) / 1000;
  const successor = made ?? (rotates && verdict === "rotated" ? successorOf(token, key) : null);
  return { accessToken, successor, secondsLeft };

  async function judged(reader: Queryable) {
    const found = await findRefreshToken(reader, hashRefreshToken(token));
    if (found === undefined || !opens(found)) throw sessionOver();
    const verdict = judge(found, by, now());
    if (verdict === "stolen") await endFamily(ctx, db, found);
    if (verdict === "stolen" || verdict === "dead") throw sessionOver();
    return { found, verdict };
  }
}

/** False for a token that is bound to a store other than the host's. */
function isOfHost({ onlyStore }: FoundToken, { storeId }: HostOfCaller): boolean {
  return onlyStore === null || storeId === null || storeId === onlyStore;
}

/**
 * False at a custom domain for a token that isn't bound to the domain's store. Such a token may come from a cookie set
 * before the host became a custom domain. It opens all stores, and the domain's owner may have copied it.
 */
function isBoundAt({ onlyStore }: FoundToken, { customDomain }: HostOfCaller): boolean {
  return customDomain === null || onlyStore === customDomain.storeId;
}

async function endFamily(
  ctx: Context,
  db: Queryable,
  { userId, sessionId }: FoundToken,
): Promise<void> {
  const { services, now, traceId } = ctx;
  if (await revokeSession(db, sessionId, now()))
    await auditAccount(db, ctx, userId, {
      action: "LOGOUT",
      entityType: "session",
      entityId: sessionId,
      after: { reason: "refresh token used twice" },
    });
  services.log.warn({ traceId, userId, sessionId }, "rotated refresh token presented again");
}

function sessionOver(): ApiFailure {
  return new ApiFailure("UNAUTHENTICATED", "The session has ended. Sign in again.");
}
