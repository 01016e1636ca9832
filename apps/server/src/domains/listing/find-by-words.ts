import type { LanguageCode } from "@vetrina/contract/enumerations";
import { inCollection } from "../collections/collection-rule.ts";
import { findCollectionsByName } from "../collections/find-collections.ts";
import { languageToShow } from "../languages/change-fields.ts";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { maxPlainLength } from "../languages/plain-text.ts";
import type { WordTables } from "./words/word-tables.ts";
import type { SearchInput } from "./found-products.ts";
import { searchQueries, type SearchTerms } from "./words/search-queries.ts";
import {
  colorsNamed,
  maxFinds,
  originalsOf,
  phrasesOf,
  searchTerms,
  searchWords,
  skuText,
} from "./words/search-terms.ts";
import { plainOptions } from "./words/translated-options.ts";

/** A parsed search, before typing errors are corrected. */
export type WordSearch = {
  words: readonly string[];
  /** The language of the search, or null to search only the original texts. */
  language: LanguageCode | null;
  /** Values of the color filter that the words may name. */
  colors: readonly string[];
  /** The terms of the search. With `instead`, corrected words and prefixes of SKUs are accepted, too. */
  terms: (instead?: ReadonlyMap<string, string>) => SearchTerms;
  /** Builds the input for a listing. */
  input: (instead?: ReadonlyMap<string, string>) => Promise<SearchInput>;
};

/**
 * Parses a search text in a language. Reads the store's synonyms for its words, the originals of translated options,
 * and collections with matching names. Returns null if the text contains no word.
 */
export async function findByWords(
  ctx: Context,
  from: Queryable,
  source: { listed: Sql; words: WordTables },
  { text, language }: { text: string; language: LanguageCode | undefined },
): Promise<WordSearch | null> {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const { store } = ctx;
  const requested = languageToShow(store, language);
  const own = store.languages[0] ?? "EN";
  const languages = { own, requested };
  const [{ synonyms, disabledBuiltIn }, options, collections] = await Promise.all([
    readSynonyms(from, store.id, requested === null ? [own] : [own, requested], phrasesOf(words)),
    plainOptions(ctx, language),
    findCollectionsByName(ctx, { words, language: requested, limit: 3 }),
  ]);
  const finds = joined(originalsOf(words, options), synonyms);
  const inEnglish = own === "EN" || requested === "EN";
  const terms = (instead?: ReadonlyMap<string, string>) => ({
    ...searchTerms({
      words,
      finds,
      inEnglish,
      disabledBuiltIn,
      ...(instead === undefined ? {} : { instead }),
    }),
    sku: skuText(words, instead !== undefined),
    languages,
  });
  return {
    words,
    language: requested,
    colors: colorsNamed(words, { finds, inEnglish }),
    terms,
    input: async (instead) => ({
      queries: await searchQueries(ctx, terms(instead)),
      requested,
      tables: source.words,
      collections: collections.map((one) => inCollection(source.listed, store.id, one)),
    }),
  };
}

/**
 * Maximum number of letters of a phrase's synonyms together, because each Chinese or Japanese character becomes a word
 * to look up.
 */
const maxFindsLetters = 2000;

/** Reads the store's synonyms for each phrase, and the built-in groups that the store switched off. */
async function readSynonyms(
  from: Queryable,
  storeId: string,
  languages: readonly LanguageCode[],
  phrases: readonly string[],
): Promise<{ synonyms: Map<string, string[]>; disabledBuiltIn: readonly string[] }> {
  // The database limits each phrase's synonyms, because a word can be in a hundred groups. It skips long synonyms,
  // which were stored before their length was limited.
  const rows = await from.rows<{ phrase: string | null; synonyms: string[] }>(sql`
    select p.phrase, found.synonyms from unnest(${phrases}::text[]) p (phrase) cross join lateral (
      select json_agg(synonym order by at, synonym) as synonyms from (
        select at, synonym, row_number() over first as count, sum(length(synonym)) over first as letters from (
          select min(k.at) as at, synonym from unnest(${languages}::text[]) l (code)
          cross join lateral (select catalogue.stem_key(l.code, p.phrase) as key offset 0) stemmed
          join catalogue.synonym_keys k on k.store_id = ${storeId} and k.key = stemmed.key
          cross join unnest(k.synonyms) synonym
          where length(synonym) <= ${maxPlainLength} group by synonym) each
        window first as (order by at, synonym rows unbounded preceding)) counted
      where count <= ${maxFinds} and letters <= ${maxFindsLetters}) found
    where found.synonyms is not null
    union all select null, to_json(disabled_built_in) from catalogue.disabled_synonyms where store_id = ${storeId}`);
  const synonyms = new Map<string, string[]>();
  let disabledBuiltIn: readonly string[] = [];
  for (const { phrase, synonyms: found } of rows)
    if (phrase === null) disabledBuiltIn = found;
    else synonyms.set(phrase, found);
  return { synonyms, disabledBuiltIn };
}

/**
 * Maximum number of words of all originals and synonyms of a search. Each Chinese or Japanese character is a word, and
 * PostgreSQL parses and looks up each word.
 */
const maxFoundWords = 300;

/** Merges two maps of what each phrase finds, and cuts each phrase's list to an equal share of maxFoundWords. */
function joined(
  one: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const all = new Map(one);
  for (const [phrase, finds] of other)
    all.set(phrase, [...new Set([...(all.get(phrase) ?? []), ...finds])].slice(0, maxFinds));
  for (const [phrase, finds] of all) {
    let left = Math.floor(maxFoundWords / all.size);
    const fitting = finds.filter((found) => {
      const words = found.trim().split(/\s+/).length;
      if (words > left) return false;
      left -= words;
      return true;
    });
    all.set(phrase, fitting);
  }
  return all;
}
