import type { Services } from "../../platform/context.ts";
import { countHit } from "../../platform/http/callers/rate-limit.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { Step } from "../catalogue-files/import-file.ts";

const aDay = 24 * 60 * 60;

/**
 * How much the imports of all stores of an owner may write per day. A product counts as 1, plus 1 per kilobyte and a
 * fraction per variant, picture and tag (weighProducts()). A catalogue of 10,000 products with ten variants and 5 KB of
 * text each takes less than a third.
 */
export const maxImported = 500_000;

/** Thrown before a step if the owner's imports have reached the daily limit. */
export class TooMuchImported extends Error {
  override name = "TooMuchImported";
}

type Counter = { services: Pick<Services, "database">; store: Pick<StoreRef, "owner"> };

/** Throws TooMuchImported if the owner's imports have reached the daily limit. */
export async function requireImportsLeft(counter: Counter): Promise<void> {
  if ((await count(counter, 0)) >= maxImported)
    throw new TooMuchImported("the owner's imports have reached the daily limit");
}

/**
 * Counts a committed step toward the daily limit. Not for use in a transaction, because it uses a connection of its
 * own.
 */
export async function countImported(
  counter: Counter,
  { created, updated, weight = created + updated }: Step,
): Promise<void> {
  await count(counter, Math.ceil(weight));
}

function count({ services, store }: Counter, weight: number): Promise<number> {
  return countHit(services.database.worker, `daily imports of ${store.owner}`, aDay, weight);
}
