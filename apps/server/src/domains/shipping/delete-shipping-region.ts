import type { shippingRegions } from "@vetrina/contract/pricing/shipping-regions";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { readRegion, regionToWire } from "./region-rows.ts";

/** Deletes a region with its rates; orders keep the name and price they were placed with. */
export const deleteShippingRegion: Handler<typeof shippingRegions.deleteShippingRegion> = (
  ctx,
  { id },
) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readRegion(tx, tx.storeId, id);
    if (present === undefined) throw notFound("region");
    const before = regionToWire(present, ctx.store.currency);
    await requireFresh(tx, ctx, "region", present.version, async () => before);
    await tx.run(
      sql`delete from shop.shipping_regions where store_id = ${tx.storeId} and id = ${id}`,
    );
    await audit(tx, ctx, { action: "DELETE", entityType: "region", entityId: id, before });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
  });
