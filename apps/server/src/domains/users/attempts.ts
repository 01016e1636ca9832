import { createHmac } from "node:crypto";
import type { Pool } from "pg";
import type { Device } from "../../platform/auth/known-device.ts";
import type { Context, Services } from "../../platform/context.ts";
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

/** Where attempts at one secret are counted. Neither the e-mail or user nor the address is kept there. */
export type Attempts = {
  buckets: { name: string; max: number }[];
  /** Counted where the buckets still had room: what one network is refused adds nothing for the others. */
  all: ({ name: string; provenNetwork: string } & Limits) | null;
};

/**
 * Attempts at the password or code of `target` while signing in. A known device and each network have counts of their own,
 * so that no address locks another out; those of all unknown devices together are bounded far above that.
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
  const provenNetwork = name("proven network", caller.address);
  return { buckets, all: { name: name("all"), provenNetwork, ofAll, firstOfAll } };
}

/** Attempts at a signed-in user's own secret: counted by session, so that a stolen one uses up none of the owner's. */
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
 * Counts an attempt before it is checked, so that of many at once no more than allowed are checked, and takes it back where
 * it was right. Throws RATE_LIMITED, right or wrong.
 */
export async function attempt<T>(
  { database: { app } }: Pick<Services, "database">,
  attempts: Attempts,
  check: () => Promise<T>,
  isRight: (outcome: T) => boolean,
): Promise<T> {
  const names = [...attempts.buckets, ...(attempts.all === null ? [] : [attempts.all])];
  await requireRoom(app, attempts);
  const outcome = await check();
  if (isRight(outcome)) for (const { name } of names) await uncountCall(app, name, attemptWindow);
  return outcome;
}

/**
 * After the caller proved who they are: what was attempted at the target from their network is forgotten, and for a while
 * that network is not held to the limit of all, at whichever of the platform's hosts they sign in.
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
  if (all !== null) await markBucket(app, all.provenNetwork, provenNetworkWindow);
}

async function requireRoom(app: Pool, { buckets, all }: Attempts): Promise<void> {
  let ofNetwork = 0;
  for (const { name, max } of buckets) {
    const count = await countHit(app, name, attemptWindow);
    if (count > max) throw tooMany();
    ofNetwork = Math.max(ofNetwork, count);
  }
  if (all === null) return;
  const total = await countHit(app, all.name, attemptWindow);
  if (total <= all.ofAll) return;
  const hasRoom = ofNetwork <= triesPastAll && total <= all.firstOfAll;
  const isAllowed = hasRoom || (await isMarked(app, all.provenNetwork, provenNetworkWindow));
  // Each network counts once from here on: a few can't use up what is left for all others.
  if (ofNetwork > 1 || !isAllowed) await uncountCall(app, all.name, attemptWindow);
  if (!isAllowed) throw tooMany();
}

function tooMany() {
  return rateLimited("Too many attempts. Wait up to 15 minutes and try again.", attemptWindow);
}

function nameOf({ key }: Pick<Services, "key">, secret: Secret, of: readonly string[]): string {
  const hash = createHmac("sha256", key("attempt limit")).update(JSON.stringify(of));
  return `${secret} ${hash.digest("base64url")}`;
}
