import type { shippingRates } from "@vetrina/contract/pricing/shipping-rates";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockRate, rateToWire } from "./rate-rows.ts";

/** Deletes a rate; orders keep the name and price they were placed with. */
export const deleteShippingRate: Handler<typeof shippingRates.deleteShippingRate> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await lockRate(tx, id);
    if (present === undefined) throw notFound("shipping rate");
    const before = rateToWire(present, ctx.store.currency);
    await requireFresh(tx, ctx, "shipping rate", present.version, async () => before);
    await tx.run(
      sql`delete from shop.shipping_rates where store_id = ${tx.storeId} and id = ${id}`,
    );
    await audit(tx, ctx, { action: "DELETE", entityType: "shipping rate", entityId: id, before });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
  });
