import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Services } from "../context.ts";
import { sql } from "../database/sql.ts";

/**
 * The minimum number of hours for which a signed URL works. URLs stay the same for an hour, so that browsers can cache
 * the pictures.
 */
const sealedHours = 2;
const hourMs = 3_600_000;

/** A random key, so that a review's picture shares no files with others and cannot be guessed. */
export function newReviewPictureKey(): string {
  return `reviews/${randomBytes(16).toString("hex")}`;
}

/** A URL that works for everyone while the review and its product are published. */
export function openPictureUrl(key: string): string {
  return `/media/${key}/640.webp`;
}

/** A signed URL for those who may see an unpublished picture. It works for a few hours while the picture exists. */
export function sealedPictureUrl(services: Services, key: string): string {
  const until = Math.ceil(services.now().getTime() / hourMs) + sealedHours;
  return openPictureUrl(`${key}.${until}.${sealOf(services, key, until)}`);
}

/** The key of the picture at `/media/reviews/${name}/…` if the caller at this address may see it now; else null. */
export async function openedReviewPicture(
  services: Services,
  name: string,
  address: string,
): Promise<{ key: string; isSealed: boolean } | null> {
  const [hash = "", until, seal] = name.split(".");
  if (!/^[0-9a-f]{32}$/.test(hash)) return null;
  const key = `reviews/${hash}`;
  const isSealed = until !== undefined;
  if (isSealed && !isSealedUntil(services, key, Number(until), seal ?? "")) return null;
  const row = await services.database.lookups
    .catalogue(address)
    .row<{ open: boolean }>(sql`select door.is_review_picture_open(${key}, ${isSealed}) as open`);
  return row?.open ? { key, isSealed } : null;
}

function isSealedUntil(services: Services, key: string, until: number, seal: string): boolean {
  if (!Number.isInteger(until) || services.now().getTime() > until * hourMs) return false;
  const [own, given] = [Buffer.from(sealOf(services, key, until)), Buffer.from(seal)];
  return own.byteLength === given.byteLength && timingSafeEqual(own, given);
}

function sealOf({ key: keyFor }: Services, key: string, until: number): string {
  const seal = createHmac("sha256", keyFor("review picture")).update(`${key} ${until}`);
  return seal.digest("base64url").slice(0, 22);
}
