import type { LanguageCode } from "@vetrina/contract/enumerations";
import { type Queryable, sql } from "../../../platform/database/sql.ts";
import { maxEdits, nearestWord } from "./search-terms.ts";

/**
 * Maximum number of words corrected per search, and of candidates per word that are chosen by their first letter.
 * Limited, because a word is compared with each candidate.
 */
const maxCorrected = 3;
const maxBeginningAlike = 150;
/**
 * Minimum length of a word that is completed. A shorter one is more often a complete word, such as "for", than the
 * start of another, such as "form".
 */
const minBegun = 4;

/**
 * Corrects at most three words that the store does not use: maps each to the most similar word that the store uses.
 * Also completes words that lack their last letters.
 */
export async function correctWords(
  from: Queryable,
  storeId: string,
  language: LanguageCode | null,
  words: readonly string[],
): Promise<Map<string, string>> {
  const typed = [...new Set(words)].filter((word) => /^\p{L}{3,24}$/u.test(word));
  if (typed.length === 0) return new Map();
  const languages = ["", ...(language === null ? [] : [language])];
  const own = sql`w.store_id = ${storeId} and w.language_code = any(${languages}::text[])`;
  const rows = await from.rows<{ typed: string; candidates: string[] }>(sql`
    select t.typed, array(
        (select w.word from catalogue.search_words w
          where ${own} and w.word % t.typed order by similarity(w.word, t.typed) desc, w.word limit 50)
        union
        (select b.word from (
            select w.word from catalogue.search_words w
            where ${own} and w.word >= left(t.typed, 1) and w.word < chr(ascii(t.typed) + 1)
              and length(w.word) between length(t.typed) - 3 and length(t.typed) + 3 limit 2000) b
          order by similarity(b.word, t.typed) desc, b.word limit ${maxBeginningAlike})
        order by 1) as candidates
    from (
      select t.typed from unnest(${typed}::text[]) with ordinality t (typed, place)
      where not exists (select from catalogue.search_words w where ${own} and w.word >= t.typed
        and w.word < t.typed || U&'\\+10FFFF')
      order by t.place limit ${maxCorrected}) t`);
  const nearest = new Map<string, string>();
  for (const row of rows) {
    const near = nearestWord(row.typed, row.candidates);
    if (near !== null) nearest.set(row.typed, near);
  }
  const begun = typed.filter((word) => word.length >= minBegun && !nearest.has(word));
  for (const [word, whole] of await completeWords(from, storeId, languages, begun))
    nearest.set(word, whole);
  return nearest;
}

/**
 * Completes words that the store does not use: "dres" to "dress". A word is completed to the shortest word that starts
 * with it, if few letters are missing (maxEdits) and all other words that start with it, such as "dresses", start with
 * that one.
 */
async function completeWords(
  from: Queryable,
  storeId: string,
  languages: readonly string[],
  words: readonly string[],
): Promise<Map<string, string>> {
  if (words.length === 0) return new Map();
  const begun = sql`from catalogue.search_words w where w.store_id = ${storeId} and w.language_code = l.code
    and w.word >= t.typed and w.word < t.typed || U&'\\+10FFFF'`;
  // Compares only the first and the last word in alphabetical order: if the last begins with the first, so do all in
  // between.
  const rows = await from.rows<{ typed: string; first: string }>(sql`
    select t.typed, ends.first from unnest(${words}::text[]) t (typed)
    cross join lateral (
      select min(f.word) as first, max(f.word) as last from unnest(${languages}::text[]) l (code)
      cross join lateral (
        (select w.word ${begun} order by w.word limit 1)
        union all (select w.word ${begun} order by w.word desc limit 1)) f) ends
    where ends.first <> t.typed and starts_with(ends.last, ends.first)`);
  const near = rows.filter(({ typed, first }) => first.length - typed.length <= maxEdits(typed));
  return new Map(near.map(({ typed, first }) => [typed, first]));
}
