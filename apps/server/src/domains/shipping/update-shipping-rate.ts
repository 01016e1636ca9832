import type {
  ShippingRate,
  shippingRates,
  ShippingRateUpdate,
} from "@vetrina/contract/pricing/shipping-rates";
import { audit } from "../../platform/audit.ts";
import { holdCurrency, lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { planRate, requireFits, type SentRate } from "./plan-rate.ts";
import { lockRate, rateToWire, readRate } from "./rate-rows.ts";

/** Changes the fields sent. Throws the same errors as createShippingRate. */
export const updateShippingRate: Handler<typeof shippingRates.updateShippingRate> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx): Promise<ShippingRate> => {
    const { currency } = ctx.store;
    await lockStore(tx);
    await holdCurrency(tx, ctx);
    const present = await lockRate(tx, id);
    if (present === undefined) throw notFound("shipping rate");
    const before = rateToWire(present, currency);
    await requireFresh(tx, ctx, "shipping rate", present.version, async () => before);
    const sent = merged(before, body);
    const { providerId, regionId } = sent;
    const position = body.position ?? before.position;
    const rate = planRate(sent, currency);
    await requireFits(tx, id, { providerId, regionId }, rate);
    await tx.run(sql`
      update shop.shipping_rates set provider_id = ${providerId}, region_id = ${regionId}, name = ${rate.name}, type = ${rate.type},
        price_minor = ${rate.price}, steps = ${JSON.stringify(rate.steps)}, free_above_minor = ${rate.freeAbove},
        free_products = ${rate.freeProducts}, processing_min = ${rate.processing.min}, processing_max = ${rate.processing.max},
        transit_min = ${rate.transit.min}, transit_max = ${rate.transit.max}, location_id = ${rate.locationId},
        pickup_address = ${rate.pickupAddress}, position = ${position}, version = version + 1
      where store_id = ${tx.storeId} and id = ${id}`);
    const next = await readRate(tx, id);
    if (next === undefined) throw notFound("shipping rate");
    const after = rateToWire(next, currency);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "shipping rate",
      entityId: id,
      before,
      after,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return after;
  });

/** Returns the rate after the change. If the type changes, fields that only the previous type has are dropped. */
function merged(present: ShippingRate, body: ShippingRateUpdate): SentRate {
  const { type = present.type } = body;
  const keeps = type === present.type;
  const hasSteps = type === "BY_WEIGHT" || type === "BY_SUBTOTAL";
  const { pickup } = present;
  return {
    providerId: body.providerId ?? present.providerId,
    regionId: body.regionId ?? present.regionId,
    name: body.name ?? present.name,
    type,
    price: body.price ?? (hasSteps ? undefined : present.price),
    steps: body.steps ?? (keeps ? present.steps : []),
    freeAbove: body.freeAbove === undefined ? present.freeAbove : body.freeAbove,
    freeProducts: body.freeProducts ?? present.freeProducts,
    processingDays: body.processingDays ?? present.processingDays,
    transitDays:
      body.transitDays ?? (type === "PICKUP" && !keeps ? undefined : present.transitDays),
    locationId:
      body.locationId === undefined
        ? keeps
          ? (pickup?.locationId ?? null)
          : null
        : body.locationId,
    pickupAddress: body.pickupAddress ?? pickup?.address ?? "",
  };
}
