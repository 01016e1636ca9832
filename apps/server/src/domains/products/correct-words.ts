import type { LanguageCode } from "@vetrina/contract/enumerations";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { nearestWord } from "./search-terms.ts";

/** For each word that the store does not use, the nearest one that it does. Forgives typing errors. */
export async function correctWords(
  from: Queryable,
  storeId: string,
  language: LanguageCode | null,
  words: readonly string[],
): Promise<Map<string, string>> {
  const typed = [...new Set(words)].filter((word) => /^\p{L}{3,40}$/u.test(word));
  if (typed.length === 0) return new Map();
  const languages = ["", ...(language === null ? [] : [language])];
  const rows = await from.rows<{ typed: string; candidates: string[] }>(sql`
    select t.typed, array(
        (select w.word from catalogue.search_words w
          where w.store_id = ${storeId} and w.language_code = any(${languages}::text[]) and w.word % t.typed order by similarity(w.word, t.typed) desc, w.word limit 50)
        union
        (select w.word from catalogue.search_words w
          where w.store_id = ${storeId} and w.language_code = any(${languages}::text[]) and w.word >= left(t.typed, 1) and w.word < chr(ascii(t.typed) + 1)
            and length(w.word) between length(t.typed) - 3 and length(t.typed) + 3 limit 2000)
        order by 1) as candidates
    from unnest(${typed}::text[]) t (typed)`);
  const nearest = new Map<string, string>();
  for (const row of rows) {
    const near = nearestWord(row.typed, row.candidates);
    if (near !== null) nearest.set(row.typed, near);
  }
  return nearest;
}
