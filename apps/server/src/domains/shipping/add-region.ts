import type {
  ShippingRegion,
  ShippingRegionInput,
} from "@vetrina/contract/pricing/shipping-regions";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { holdCurrency, lockStore } from "../../platform/database/lock-store.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { requireFits } from "./plan-rate.ts";
import { firstProvider } from "./provider-rows.ts";
import { insertRate, type NewRate } from "./rate-rows.ts";
import {
  insertRegion,
  maxRegions,
  planAreas,
  readRegion,
  readRegions,
  regionToWire,
  requireFreeAreas,
  requireFreeName,
} from "./region-rows.ts";

/**
 * Adds a region with rates of the store's first provider. Throws VALIDATION_FAILED for areas that are invalid or
 * overlap with others, ALREADY_EXISTS if another region has the name, and LIMIT_REACHED.
 */
export function addRegion(
  ctx: Context,
  body: ShippingRegionInput,
  rates: readonly NewRate[],
): Promise<ShippingRegion> {
  const areas = planAreas(body);
  const id = newId();
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readRegions(tx, tx.storeId);
    if (present.length >= maxRegions)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A store can have at most ${maxRegions} regions. Delete one first.`,
        { max: maxRegions },
      );
    requireFreeName(body.name, present);
    requireFreeAreas(areas, present);
    await insertRegion(tx, id, { name: body.name, areas, position: body.position ?? null });
    if (rates.length > 0) {
      await holdCurrency(tx, ctx);
      const providerId = await firstProvider(tx);
      for (const rate of rates) {
        const rateId = newId();
        await requireFits(tx, rateId, { providerId, regionId: id }, rate);
        await insertRate(tx, rateId, { providerId, regionId: id, position: null }, rate);
      }
    }
    const made = await readRegion(tx, tx.storeId, id);
    if (made === undefined) throw new Error("the new region could not be read");
    const wire = regionToWire(made, ctx.store.currency);
    await audit(tx, ctx, { action: "CREATE", entityType: "region", entityId: id, after: wire });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return wire;
  });
}
