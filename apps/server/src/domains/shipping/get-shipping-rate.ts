import type { shippingRates } from "@vetrina/contract/pricing/shipping-rates";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { rateToWire, readRate, selectRates, shownRates } from "./rate-rows.ts";

/** Returns a rate that shoppers can choose. With MANAGE_SETTINGS, returns any rate. */
export const getShippingRate: Handler<typeof shippingRates.getShippingRate> = async (
  ctx,
  { id },
) => {
  const rate = ctx.seesMore
    ? await ctx.tx((tx) => readRate(tx, id))
    : (
        await selectRates(
          ctx.catalogue,
          shownRates,
          sql`r.store_id = ${ctx.store.id} and r.id = ${id}`,
        )
      )[0];
  if (rate === undefined) throw notFound("shipping rate");
  return rateToWire(rate, ctx.store.currency);
};
