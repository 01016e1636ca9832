import type { LanguageCode } from "@vetrina/contract/enumerations";
import { createBriefMemory } from "../../../platform/brief-memory.ts";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { addressOf, queryOfStore } from "../../languages/words-query.ts";

/** The parts of a search's tsquery (catalogue.search_query), before PostgreSQL stems the words. */
export type SearchTerms = {
  /** All must match. Each is a word with its synonyms. */
  terms: readonly string[];
  /** The typed words. */
  starts: readonly string[];
  /** The terms without synonyms, null if there are none. */
  exactTerms: readonly string[] | null;
  /** A tsquery that matches the whole search as a SKU. */
  sku: string;
  /** The store's default language, and the requested one, which is null to search only the original texts. */
  languages: { own: LanguageCode; requested: LanguageCode | null };
};

/** The tsqueries of a search, as text. */
export type SearchQueries = {
  query: string | null;
  /** Without synonyms; null if there are none. */
  exact: string | null;
  sku: string;
  /** The same for the indexes of words. `ofTranslations` is null if no language is requested. */
  ofStore: string | null;
  ofSku: string | null;
  ofTranslations: string | null;
  /** The number of words of `query`. */
  words: number;
};

type Stemmed = Pick<SearchQueries, "query" | "exact" | "sku">;

/** By the terms, for all stores. */
const stemmed = createBriefMemory<Stemmed>(60_000, 500);

/** Makes the queries of a search once for all of its statements, and for the same search's next pages. */
export async function searchQueries(ctx: Context, search: SearchTerms): Promise<SearchQueries> {
  const { terms, starts, exactTerms, sku, languages } = search;
  const known = [...new Set([languages.own, languages.requested ?? languages.own])];
  const { query, ...others } = await stemmed.remember(
    JSON.stringify([terms, starts, exactTerms, sku, known]),
    () => stem(ctx, search, known),
    addressOf(ctx),
  );
  const { id } = ctx.store;
  return {
    query,
    ...others,
    ofStore: queryOfStore(id, query),
    ofSku: queryOfStore(id, others.sku),
    ofTranslations:
      languages.requested === null ? null : queryOfStore(id, query, languages.requested),
    words: ((query ?? "").split("'").length - 1) / 2,
  };
}

async function stem(
  { catalogue }: Context,
  { terms, starts, exactTerms, sku }: SearchTerms,
  known: readonly LanguageCode[],
): Promise<Stemmed> {
  const queryOf = (some: readonly string[]) =>
    sql`catalogue.search_query(${known}::text[], ${some}::text[], ${starts}::text[])`;
  const exact = exactTerms === null ? sql`null` : sql`${queryOf(exactTerms)}::text`;
  const row = await catalogue.row<Stemmed>(sql`
    select (${queryOf(terms)} || ${sku}::tsquery)::text as query, ${exact} as exact, ${sku}::tsquery::text as sku`);
  return row ?? { query: null, exact: null, sku: "" };
}
