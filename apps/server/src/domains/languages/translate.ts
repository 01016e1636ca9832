import type { LanguageCode } from "@vetrina/contract/enumerations";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { languageToShow, type Words } from "./change-fields.ts";

type Reader = { catalogue: Queryable; store: StoreRef };

/**
 * Things as the API answers them, in the language asked for as far as they are translated into it: each field that has a
 * translation is replaced by it. One statement, and none where the originals are asked for.
 */
export async function translate<T extends { id: string }>(
  { catalogue, store }: Reader,
  type: "PRODUCT" | "COLLECTION" | "POLICY",
  things: readonly T[],
  wanted: LanguageCode | undefined,
): Promise<T[]> {
  const language = languageToShow(store, wanted);
  if (language === null || things.length === 0) return [...things];
  const ids = things.map(({ id }) => id);
  const rows = await catalogue.rows<{ id: string; fields: Words }>(sql`
    select entity_id as id, fields from catalogue.translations
    where store_id = ${store.id} and entity_type = ${type} and entity_id = any(${ids}::uuid[]) and language_code = ${language}`);
  const words = new Map(rows.map(({ id, fields }) => [id, fields]));
  return things.map((thing) => {
    const known = Object.entries(words.get(thing.id) ?? {}).filter(([name]) =>
      Object.hasOwn(thing, name),
    );
    return known.length === 0 ? thing : Object.assign({}, thing, Object.fromEntries(known));
  });
}

/** The store's words in the language asked for, by the originals; none where the originals are asked for. */
export async function translatedWords(
  { catalogue, store }: Reader,
  type: "OPTION" | "NAVIGATION",
  wanted: LanguageCode | undefined,
): Promise<ReadonlyMap<string, string>> {
  const language = languageToShow(store, wanted);
  if (language === null) return new Map();
  const row = await catalogue.row<{ fields: Record<string, string> }>(sql`
    select fields from catalogue.translations
    where store_id = ${store.id} and entity_type = ${type} and entity_id = ${store.id} and language_code = ${language}`);
  return new Map(Object.entries(row?.fields ?? {}));
}
