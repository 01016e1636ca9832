import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { Facet } from "@vetrina/contract/products";
import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import type { Queryable } from "../../platform/database/sql.ts";
import { recentCatalogueVersion } from "../collections/catalogue-version.ts";
import { translatedWords } from "../languages/translate.ts";
import { inBands, readFacets } from "./facets.ts";
import { type ListingCounts, type ListingInput, readCounts } from "./listing.ts";

export type ListFacets = { total: number; facets: Facet[] };

/** What no version of the catalogue tells, such as another translation, is seen after so long. */
const keepMs = 10_000;
const memory = createBriefMemory<ListFacets>(keepMs, 300);

/** Stores that took much work to count. */
const costly = new Set<string>();
const maxCostly = 10_000;

/** Notes that counting a store's facets takes much work. */
export function noteCost(storeId: string): void {
  if (costly.size >= maxCostly) costly.clear();
  costly.add(storeId);
}

/** Whether this process keeps what it has counted of the store. */
export function keepsFacets(storeId: string): boolean {
  return costly.has(storeId);
}

/** What the facets of a list count, kept for some seconds or until the catalogue changes. Not for a transaction or a search. */
export async function keptFacets(
  ctx: Context,
  input: ListingInput,
  language: LanguageCode | undefined,
): Promise<ListFacets> {
  const { storeId, currency, conditions, members, counts, chosen } = input;
  const version = await recentCatalogueVersion(ctx);
  const asked = [storeId, version, currency, conditions, members, counts, chosen, language];
  return memory.remember(JSON.stringify(asked), async () =>
    answerFacets(ctx, ctx.catalogue, await readCounts(ctx.catalogue, input), input, language),
  );
}

/** A list's facets, in the words of the language, and how many products it has. */
export async function answerFacets(
  ctx: Context,
  from: Queryable,
  counts: ListingCounts,
  { chosen }: ListingInput,
  language: LanguageCode | undefined,
): Promise<ListFacets> {
  const words = await translatedWords(ctx, "OPTION", language);
  return {
    total: inBands(counts.bands, chosen),
    facets: await readFacets(from, counts, chosen, ctx.store, words),
  };
}
