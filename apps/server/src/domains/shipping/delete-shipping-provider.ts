import type { shippingProviders } from "@vetrina/contract/pricing/shipping-rates";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockProvider } from "./provider-rows.ts";

/** Deletes a provider with its rates and credentials; orders keep the name and price they were placed with. */
export const deleteShippingProvider: Handler<typeof shippingProviders.deleteShippingProvider> = (
  ctx,
  { id },
) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const before = await lockProvider(tx, id);
    await requireFresh(tx, ctx, "shipping provider", before.version, async () => before);
    await tx.run(
      sql`delete from shop.shipping_providers where store_id = ${tx.storeId} and id = ${id}`,
    );
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "shipping provider",
      entityId: id,
      before,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
  });
