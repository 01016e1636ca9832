import type { ShippingRate, shippingRates } from "@vetrina/contract/pricing/shipping-rates";
import { audit } from "../../platform/audit.ts";
import { holdCurrency, lockStore } from "../../platform/database/lock-store.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { planRate, requireFits } from "./plan-rate.ts";
import { insertRate, rateToWire, readRate } from "./rate-rows.ts";

/**
 * Adds a rate. Throws VALIDATION_FAILED for one that can't apply, ALREADY_EXISTS if another rate of its region has the
 * name, and LIMIT_REACHED.
 */
export const createShippingRate: Handler<typeof shippingRates.createShippingRate> = (
  ctx,
  { body },
) => {
  const { providerId, regionId, position = null } = body;
  const rate = planRate(body, ctx.store.currency);
  const id = newId();
  return ctx.tx(async (tx): Promise<ShippingRate> => {
    await lockStore(tx);
    await holdCurrency(tx, ctx);
    await requireFits(tx, id, { providerId, regionId }, rate);
    await insertRate(tx, id, { providerId, regionId, position }, rate);
    const made = await readRate(tx, id);
    if (made === undefined) throw new Error("the new rate could not be read");
    const wire = rateToWire(made, ctx.store.currency);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "shipping rate",
      entityId: id,
      after: wire,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return wire;
  });
};
