import type { ShippingFacts } from "@vetrina/commerce/shipping/shipping-claims";
import { businessDays } from "@vetrina/commerce/shipping/shipping";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { selectRatesAlone, shownRates } from "./rate-rows.ts";

/** Reads prices and delivery days from the rates that shoppers can choose, and from discounts on shipping. */
export async function readShippingFacts(
  tx: Transaction,
  { currency, locale }: Pick<StoreRef, "currency" | "locale">,
): Promise<ShippingFacts> {
  const rates = await selectRatesAlone(tx, shownRates, sql`r.store_id = ${tx.storeId}`);
  const discounts = await tx.rows<{ minimum: number | null; is_automatic: boolean }>(sql`
    select minimum_subtotal_minor as minimum, code is null and not has_unique_codes as is_automatic from shop.discounts
    where store_id = ${tx.storeId} and type = 'FREE_SHIPPING' and is_active and deleted_at is null
      and (ends_at is null or ends_at > now()) limit 200`);
  const shipped = rates.filter(({ pickup }) => pickup === null);
  return {
    currency,
    locale,
    prices: rates.flatMap(({ price, steps }) => [
      price,
      ...(steps?.prices ?? []).map((step) => step.price),
    ]),
    thresholds: [
      ...rates.flatMap(({ freeAbove }) => (freeAbove === null ? [] : [freeAbove])),
      ...discounts.flatMap(({ minimum }) => (minimum === null ? [] : [minimum])),
    ],
    isFreeForAll:
      shipped.some(({ price, steps }) => price === 0 && steps == null) ||
      discounts.some(({ minimum, is_automatic }) => is_automatic && minimum === null),
    days: rates.flatMap((rate) => [rate.processing, rate.transit, businessDays(rate)]),
  };
}
