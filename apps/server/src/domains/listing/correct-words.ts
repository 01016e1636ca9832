import type { LanguageCode } from "@vetrina/contract/enumerations";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { nearestWord } from "./search-terms.ts";

/**
 * Maximum number of words corrected per search, and of candidates per word with the same first letter, so that a search
 * stays cheap.
 */
const maxCorrected = 3;
const maxBeginningAlike = 150;

/** Corrects at most three words that the store does not use: maps each to the most similar word that it does use. */
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
  return nearest;
}
