import type { shippingRegions } from "@vetrina/contract/pricing/shipping-regions";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import {
  planAreas,
  readRegion,
  readRegions,
  regionToWire,
  requireFreeAreas,
  requireFreeName,
  writeAreas,
} from "./region-rows.ts";

/** Changes the fields sent. Throws the same errors as addRegion. */
export const updateShippingRegion: Handler<typeof shippingRegions.updateShippingRegion> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const regions = await readRegions(tx, tx.storeId);
    const present = regions.find((region) => region.id === id);
    if (present === undefined) throw notFound("region");
    const before = regionToWire(present, ctx.store.currency);
    await requireFresh(tx, ctx, "region", present.version, async () => before);
    const next = {
      name: body.name ?? before.name,
      countries: body.countries ?? before.countries,
      states: body.states ?? before.states,
      postalCodes: body.postalCodes ?? before.postalCodes,
      position: body.position ?? before.position,
    };
    const others = regions.filter((region) => region.id !== id);
    const areas = planAreas(next);
    requireFreeName(next.name, others);
    requireFreeAreas(areas, others);
    await tx.run(sql`
      update shop.shipping_regions set name = ${next.name}, position = ${next.position}, version = version + 1
      where store_id = ${tx.storeId} and id = ${id}`);
    await writeAreas(tx, id, areas);
    const changed = await readRegion(tx, tx.storeId, id);
    if (changed === undefined) throw notFound("region");
    const after = regionToWire(changed, ctx.store.currency);
    await audit(tx, ctx, { action: "UPDATE", entityType: "region", entityId: id, before, after });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return after;
  });
