import type { shipping } from "@vetrina/contract/shipping";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { refuseStale } from "../../platform/edit-conflict.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/outbox.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { regionToWire } from "./list-shipping-regions.ts";
import { readZones } from "./read-rates.ts";

/** Removes a region with its rates; orders keep the name and price they were placed with. */
export const deleteStoreRegion: Handler<typeof shipping.deleteStoreRegion> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = (await readZones(tx, tx.storeId)).find((zone) => zone.id === id);
    if (present === undefined) throw notFound("region");
    const region = regionToWire(present, ctx.store.currency);
    await refuseStale(tx, ctx, "region", present.version, async () => region);
    await tx.run(
      sql`delete from shop.shipping_rates where store_id = ${tx.storeId} and zone_id = ${id}`,
    );
    await tx.run(
      sql`delete from shop.shipping_zones where store_id = ${tx.storeId} and id = ${id}`,
    );
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "region",
      entityId: id,
      before: { name: region.name, countries: region.countries },
    });
    await enqueue(tx, "catalogue.changed", { tags: ["store"] });
  });
