import type { LanguageCode } from "@vetrina/contract/enumerations";
import { translatableFields } from "@vetrina/contract/languages";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { languageToShow, type Words } from "./change-fields.ts";

/** Lists for shoppers cut off each text after this many characters. */
export const maxListedText = 500;

type Reader = { catalogue: Queryable; store: StoreRef };

/**
 * Replaces the fields of API objects with their translations into the requested language. If `isShort`, each
 * translation is cut off after `maxListedText` characters. Runs one statement, or none if the originals are requested.
 */
export async function translate<T extends { id: string }>(
  { catalogue, store }: Reader,
  type: "PRODUCT" | "COLLECTION" | "POLICY",
  things: readonly T[],
  requested: LanguageCode | undefined,
  isShort = false,
): Promise<T[]> {
  const language = languageToShow(store, requested);
  if (language === null || things.length === 0) return [...things];
  const ids = things.map(({ id }) => id);
  const shown = Object.keys(translatableFields[type]).filter((name) =>
    things.some((thing) => Object.hasOwn(thing, name)),
  );
  const rows = await catalogue.rows<{ id: string; fields: Words | null }>(sql`
    select entity_id as id, ${onlyOf(shown, isShort)} as fields from catalogue.translations
    where store_id = ${store.id} and entity_type = ${type} and entity_id = any(${ids}::uuid[]) and language_code = ${language}`);
  const words = new Map(rows.map(({ id, fields }) => [id, fields]));
  return things.map((thing) => {
    const known = Object.entries(words.get(thing.id) ?? {}).filter(([name]) =>
      Object.hasOwn(thing, name),
    );
    return known.length === 0 ? thing : Object.assign({}, thing, Object.fromEntries(known));
  });
}

/**
 * Maps the store's original words to their translations: all words, or those in `about`. Empty if the originals are
 * requested.
 */
export async function translatedWords(
  reader: Reader,
  type: "OPTION" | "NAVIGATION",
  requested: LanguageCode | undefined,
  about?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return (await readWords(reader, type, requested, about))?.words ?? new Map();
}

/**
 * Like translatedWords(), with an id that differs for each version of the translation. null if the originals are
 * requested or the words have no translation into the language.
 */
export async function readWords(
  { catalogue, store }: Reader,
  type: "OPTION" | "NAVIGATION",
  requested: LanguageCode | undefined,
  about?: readonly string[],
): Promise<{ id: string; words: ReadonlyMap<string, string> } | null> {
  const language = languageToShow(store, requested);
  if (language === null) return null;
  const row = await catalogue.row<{ id: string; fields: Record<string, string> | null }>(sql`
    select id || ' ' || version as id, ${about === undefined ? sql`fields` : onlyOf(about)} as fields from catalogue.translations
    where store_id = ${store.id} and entity_type = ${type} and entity_id = ${store.id} and language_code = ${language}`);
  return row === undefined
    ? null
    : { id: row.id, words: new Map(Object.entries(row.fields ?? {})) };
}

/**
 * Returns SQL that selects only these fields, because a product's texts can be long, while a card shows only the name.
 */
function onlyOf(names: readonly string[], isShort = false): Sql {
  const value = isShort
    ? sql`case when jsonb_typeof(f.value) = 'string' then to_jsonb(left(f.value #>> '{}', ${maxListedText}::int)) else f.value end`
    : sql`f.value`;
  return sql`(select jsonb_object_agg(f.key, ${value}) from jsonb_each(fields) f where f.key = any(${names}::text[]))`;
}
