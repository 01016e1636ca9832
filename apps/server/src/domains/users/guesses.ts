import { createHmac } from "node:crypto";
import type { Device } from "../../platform/auth/known-device.ts";
import type { Services } from "../../platform/context.ts";
import { countCall, uncountCall } from "../../platform/http/rate-limit.ts";
import { guessWindow } from "./rules.ts";

/** Where guesses at one secret are counted. The e-mail or user itself is not kept there. */
export type Guesses = { bucket: string; most: number };

/** Guesses at what belongs to `target`: those of a known device apart, so that others cannot use them up. */
export function guessesAt(
  { key }: Pick<Services, "key">,
  what: "password" | "code",
  target: string,
  most: number,
  device: Device | null = null,
): Guesses {
  const named = JSON.stringify([target, device?.id ?? null]);
  const hash = createHmac("sha256", key("guess limit")).update(named).digest("base64url");
  return { bucket: `${what} ${hash}`, most };
}

/**
 * Counts a guess before it is looked at, so that of many at once no more than allowed are looked at, and takes it back
 * where it was right. Throws RATE_LIMITED, right or wrong.
 */
export async function guess<T>(
  { database }: Pick<Services, "database">,
  { bucket, most }: Guesses,
  check: () => Promise<T>,
  isRight: (outcome: T) => boolean,
): Promise<T> {
  await countCall(database.app, bucket, most, guessWindow);
  const outcome = await check();
  if (isRight(outcome)) await uncountCall(database.app, bucket, guessWindow);
  return outcome;
}
