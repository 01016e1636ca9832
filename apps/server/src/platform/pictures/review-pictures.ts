import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Services } from "../context.ts";
import { sql } from "../database/sql.ts";

/** For how long at least a sealed address opens, in hours; it is the same within an hour, so that browsers know it again. */
const sealedHours = 2;
const hourMs = 3_600_000;

/** Of a review's picture: of chance, so that its files are no other picture's and nobody guesses it. */
export function newReviewPictureKey(): string {
  return `reviews/${randomBytes(16).toString("hex")}`;
}

/** Opens to anybody while the review is shown. */
export function openPictureUrl(key: string): string {
  return `/media/${key}/640.webp`;
}

/** Opens to whoever has it, for some hours, while the review is there: for who may see it before it is shown. */
export function sealedPictureUrl(services: Services, key: string): string {
  const until = Math.ceil(services.now().getTime() / hourMs) + sealedHours;
  return openPictureUrl(`${key}.${until}.${sealOf(services, key, until)}`);
}

/** The key of the picture at `/media/reviews/${name}/…`, where whoever asks may see it now; else null. */
export async function openedReviewPicture(
  services: Services,
  name: string,
): Promise<{ key: string; isSealed: boolean } | null> {
  const [hash = "", until, seal] = name.split(".");
  const key = `reviews/${hash}`;
  const isSealed = until !== undefined;
  if (isSealed && !isSealedUntil(services, key, Number(until), seal ?? "")) return null;
  const row = await services.database.catalogue.row<{ open: boolean }>(
    sql`select door.is_review_picture_open(${key}, ${isSealed}) as open`,
  );
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
