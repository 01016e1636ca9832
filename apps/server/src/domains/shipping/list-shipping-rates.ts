import type { shippingRates } from "@vetrina/contract/pricing/shipping-rates";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { requireShownProvider } from "./provider-rows.ts";
import { rateToWire, readRatesOf, selectRates, shownRates } from "./rate-rows.ts";

/** Lists a provider's rates that shoppers can choose. With MANAGE_SETTINGS, lists all of them. */
export const listShippingRates: Handler<typeof shippingRates.listShippingRates> = async (
  ctx,
  { providerId },
) => {
  const rates = ctx.seesMore
    ? await ctx.tx((tx) => readRatesOf(tx, providerId))
    : await shownRatesOf();
  return { items: rates.map((rate) => rateToWire(rate, ctx.store.currency)) };

  async function shownRatesOf() {
    await requireShownProvider(ctx.catalogue, ctx.store.id, providerId);
    return selectRates(
      ctx.catalogue,
      shownRates,
      sql`r.store_id = ${ctx.store.id} and r.provider_id = ${providerId}`,
    );
  }
};
