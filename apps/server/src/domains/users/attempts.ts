import { createHmac } from "node:crypto";
import type { Pool } from "pg";
import type { Device } from "../../platform/auth/known-device.ts";
import type { Context, Services } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { widerNetwork, widerShare } from "../../platform/http/callers/caller-address.ts";
import {
  clearCount,
  countHit,
  isMarked,
  markBucket,
  rateLimited,
  uncountCall,
} from "../../platform/http/callers/rate-limit.ts";
import { type AttemptLimits, attemptWindow, provenNetworkWindow, triesPastAll } from "./rules.ts";

export type Secret = "password" | "code";
type Limits = Pick<AttemptLimits, "ofAll" | "firstOfAll">;

/** The buckets that count attempts at one secret. Their names reveal neither the email, the user nor the IP address. */
export type Attempts = {
  buckets: { name: string; max: number }[];
  /**
   * The bucket that all unknown devices share. An attempt counts here only if its network is below its own limit, so
   * that one network can't block all others.
   */
  all: ({ name: string; trustedNetwork: string } & Limits) | null;
};

/**
 * Returns the limits on attempts at the password or code of `target` during login. A known device and each network are
 * counted separately, so one IP address cannot lock out another. A higher limit covers all unknown devices together.
 */
export function attemptsAt(
  ctx: Pick<Context, "caller" | "services">,
  secret: Secret,
  target: string,
  limits: AttemptLimits,
  device: Device | null,
): Attempts {
  const { services, caller } = ctx;
  const name = (...of: string[]) => nameOf(services, secret, [target, ...of]);
  if (device !== null)
    return { buckets: [{ name: name("device", device.id), max: limits.ofDevice }], all: null };
  const { ofAll, firstOfAll, ofNetwork: max } = limits;
  const wider = widerNetwork(caller.address);
  const buckets = [
    { name: name("network", caller.address), max },
    ...(wider === null ? [] : [{ name: name("network", wider), max: max * widerShare }]),
  ];
  const trustedNetwork = name("proven network", caller.address);
  return { buckets, all: { name: name("all"), trustedNetwork, ofAll, firstOfAll } };
}

/**
 * Returns the limits on attempts at a signed-in user's own secret. They count per session, so a stolen session does not
 * use up the owner's attempts.
 */
export function attemptsInSession(
  services: Pick<Services, "key">,
  secret: Secret,
  { userId, sessionId }: { userId: string; sessionId: string },
  max: number,
): Attempts {
  const name = nameOf(services, secret, [userId, "session", sessionId]);
  return { buckets: [{ name, max }], all: null };
}

/**
 * Counts an attempt before checking it, so that concurrent attempts stay within the limit, and undoes the count if the
 * attempt was correct or the server was too busy to check it. Above the limit, throws RATE_LIMITED even if the secret
 * is right.
 */
export async function attempt<T>(
  { database: { app } }: Pick<Services, "database">,
  attempts: Attempts,
  check: () => Promise<T>,
  isRight: (outcome: T) => boolean,
): Promise<T> {
  const counted = await countAttempt(app, attempts);
  const uncount = async () => {
    for (const name of counted) await uncountCall(app, name, attemptWindow);
  };
  try {
    const outcome = await check();
    if (isRight(outcome)) await uncount();
    return outcome;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "SERVER_BUSY") await uncount();
    throw error;
  }
}

/**
 * Resets the count of attempts at the target from the caller's network, and exempts the network for a while from the
 * limit on all unknown devices. This holds at every host of the platform. Call it after the caller has proved who they
 * are.
 */
export async function trustNetwork(
  ctx: Pick<Context, "caller" | "services">,
  secret: Secret,
  target: string,
  limits: AttemptLimits,
): Promise<void> {
  const { app } = ctx.services.database;
  const { buckets, all } = attemptsAt(ctx, secret, target, limits, null);
  for (const { name } of buckets) await clearCount(app, name, attemptWindow);
  if (all !== null) await markBucket(app, all.trustedNetwork, provenNetworkWindow);
}

/** Counts an attempt in its buckets. Returns the names of the buckets that counted it. */
async function countAttempt(app: Pool, { buckets, all }: Attempts): Promise<string[]> {
  const names = buckets.map(({ name }) => name);
  let ofNetwork = 0;
  for (const { name, max } of buckets) {
    const count = await countHit(app, name, attemptWindow);
    if (count > max) throw tooMany();
    ofNetwork = Math.max(ofNetwork, count);
  }
  if (all === null) return names;
  const total = await countHit(app, all.name, attemptWindow);
  if (total <= all.ofAll) return [...names, all.name];
  const hasRoom = ofNetwork <= triesPastAll && total <= all.firstOfAll;
  const isAllowed =
    hasRoom || (await isMarked(queryable(app), all.trustedNetwork, provenNetworkWindow));
  // Once the total exceeds `ofAll`, only each network's first attempt counts, so that a few networks can't use up the
  // rest for all others.
  const isCounted = ofNetwork === 1 && isAllowed;
  if (!isCounted) await uncountCall(app, all.name, attemptWindow);
  if (!isAllowed) throw tooMany();
  return isCounted ? [...names, all.name] : names;
}

function tooMany() {
  return rateLimited("Too many attempts. Wait up to 15 minutes and try again.", attemptWindow);
}

function nameOf({ key }: Pick<Services, "key">, secret: Secret, of: readonly string[]): string {
  const hash = createHmac("sha256", key("attempt limit")).update(JSON.stringify(of));
  return `${secret} ${hash.digest("base64url")}`;
}
