import type { shippingProviders } from "@vetrina/contract/pricing/shipping-rates";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import {
  lockProvider,
  readProvider,
  readProviders,
  requireFreeProviderName,
  writeCredentials,
} from "./provider-rows.ts";

/**
 * Changes the fields sent; credentials replace all earlier ones. Throws ALREADY_EXISTS if another provider has the
 * name.
 */
export const updateShippingProvider: Handler<typeof shippingProviders.updateShippingProvider> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const before = await lockProvider(tx, id);
    await requireFresh(tx, ctx, "shipping provider", before.version, async () => before);
    const { credentials } = body;
    const next = {
      name: body.name ?? before.name,
      type: body.type ?? before.type,
      isActive: body.isActive ?? before.isActive,
      position: body.position ?? before.position,
    };
    const others = (await readProviders(tx)).filter((other) => other.id !== id);
    requireFreeProviderName(next.name, others);
    await tx.run(sql`
      update shop.shipping_providers set name = ${next.name}, type = ${next.type}, is_active = ${next.isActive},
        position = ${next.position}, version = version + 1
      where store_id = ${tx.storeId} and id = ${id}`);
    if (credentials !== undefined) await writeCredentials(tx, ctx, id, credentials);
    const after = await readProvider(tx, id);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "shipping provider",
      entityId: id,
      before,
      after,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return after;
  });
