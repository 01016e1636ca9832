import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { Facet } from "@vetrina/contract/catalogue/products";
import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import type { Queryable } from "../../platform/database/sql.ts";
import { recentCatalogueVersion } from "../collections/catalogue-version.ts";
import { translatedWords } from "../languages/translate.ts";
import { inBands, readFacets } from "./facets.ts";
import type { ListingCounts } from "./facet-sets.ts";
import { type ListingInput, readCounts } from "./listing.ts";

export type ListFacets = { total: number; facets: Facet[] };

/**
 * How long a result is cached. Some changes, such as a translation, create no new catalogue version and are seen only
 * after this time.
 */
const keepMs = 10_000;
const memory = createBriefMemory<ListFacets>(keepMs, 300);

/** Number of facet sets that a process reads and counts per millisecond, as measured. */
const setsPerMs = 200;

/** Ids of stores whose facets are expensive to count. */
const costly = new Set<string>();
const maxCostly = 10_000;

/** Marks a store as one whose facets are expensive to count. */
export function noteCost(storeId: string): void {
  if (costly.size >= maxCostly) costly.clear();
  costly.add(storeId);
}

/** Whether this process caches the store's facet counts. */
export function cachesFacets(storeId: string): boolean {
  return costly.has(storeId);
}

/**
 * Returns a list's facet counts, which are cached for at most ten seconds. Not for use in a transaction, and not for a
 * search.
 */
export async function cachedFacets(
  ctx: Context,
  input: ListingInput,
  language: LanguageCode | undefined,
): Promise<ListFacets> {
  const { storeId, currency, conditions, members, counts, chosen } = input;
  const version = await recentCatalogueVersion(ctx);
  const key = [storeId, version, currency, conditions, members, counts, chosen, language];
  return memory.remember(JSON.stringify(key), async () =>
    answerFacets(ctx, ctx.catalogue, await readCounts(ctx.catalogue, input), input, language),
  );
}

/** Returns a list's total number of products, and its facets with labels in the requested language. */
export async function answerFacets(
  ctx: Context,
  from: Queryable,
  counts: ListingCounts,
  { chosen }: ListingInput,
  language: LanguageCode | undefined,
): Promise<ListFacets> {
  ctx.spendTime(counts.counted.sets.length / setsPerMs);
  const words = await translatedWords(ctx, "OPTION", language);
  return {
    total: inBands(counts.bands, chosen),
    facets: await readFacets(from, counts, chosen, ctx.store, words),
  };
}
