import type { ValidationError } from "@vetrina/contract/errors";
import type { HomeContent, Scene } from "@vetrina/contract/stores/store-content";
import type { StoreUpdate } from "@vetrina/contract/stores/store-settings";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";

type Pages = { home?: HomeContent | undefined; socialImage?: string | null | undefined };
type Named = { path: string; key: string };

/**
 * Checks the pictures that the change adds to the store's pages, and locks the uploaded ones, so that they aren't
 * deleted in the meantime. Throws VALIDATION_FAILED for a picture that is neither an upload of the store nor a
 * product's picture.
 */
export async function requirePictures(
  tx: Transaction,
  present: Pages,
  { home, socialImage }: StoreUpdate,
): Promise<void> {
  const shown = new Set(picturesOf(present).map(({ key }) => key));
  const fresh = picturesOf({ home, socialImage }).filter(({ key }) => !shown.has(key));
  if (fresh.length === 0) return;
  const keys = fresh.map(({ key }) => key);
  const uploaded = await tx.rows<{ key: string }>(sql`
    select key from shop.media where store_id = ${tx.storeId} and key = any(${keys}) order by id for share`);
  const imported = await tx.rows<{ key: string }>(sql`
    select distinct key from shop.images where store_id = ${tx.storeId} and key = any(${keys})`);
  const known = new Set([...uploaded, ...imported].map(({ key }) => key));
  const errors: ValidationError[] = fresh
    .filter(({ key }) => !known.has(key))
    .map(({ path }) => ({ path, message: "No such picture. Upload it first." }));
  const [first] = errors;
  if (first !== undefined)
    throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, errors);
}

function picturesOf({ home, socialImage }: Pages): Named[] {
  const pictures = home && [
    { path: "home.hero.picture.key", key: home.hero.picture?.key },
    ...filesOf("home.hero.scene", home.hero.scene),
    ...filesOf("home.banner.scene", home.banner?.scene),
    ...home.editorial.map(({ picture }, i) => ({
      path: `home.editorial.${i}.picture.key`,
      key: picture?.key,
    })),
    { path: "home.behindTheScenes.picture.key", key: home.behindTheScenes.picture?.key },
    ...filesOf("home.behindTheScenes.scene", home.behindTheScenes.scene),
  ];
  // The key is the folder under /media.
  const social = /^\/media\/(.+)\/[^/]*$/.exec(socialImage ?? "")?.[1];
  const named = socialImage ? (social ?? socialImage) : undefined;
  return [...(pictures ?? []), { path: "socialImage", key: named }].flatMap(({ path, key }) =>
    key === undefined ? [] : [{ path, key }],
  );
}

function filesOf(path: string, scene: Scene | undefined) {
  return [
    { path: `${path}.wide.key`, key: scene?.wide.key },
    { path: `${path}.tall.key`, key: scene?.tall.key },
  ];
}
