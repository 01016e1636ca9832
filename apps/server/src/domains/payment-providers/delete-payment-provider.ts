import type { paymentProviders } from "@vetrina/contract/orders/payment-providers";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { findOpenPayment } from "./open-payments.ts";
import { lockProvider, presentProvider } from "./provider-rows.ts";

/**
 * Deletes a provider's settings. Throws OPEN_ORDERS while payments, refunds or disputes with the provider are still
 * open, because only the provider knows their result and can return their money.
 */
export const deletePaymentProvider: Handler<typeof paymentProviders.deletePaymentProvider> = (
  ctx,
  { id },
) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const row = await lockProvider(tx, id);
    const before = presentProvider(ctx, row);
    await requireFresh(tx, ctx, "payment provider", row.version, async () => before);
    if ((await findOpenPayment(tx, row)) !== undefined)
      throw new ApiFailure(
        "OPEN_ORDERS",
        "Payments, refunds or disputes with this provider are still open. Deactivate the provider, and delete it once they have finished.",
      );
    await tx.run(
      sql`delete from shop.payment_providers where store_id = ${tx.storeId} and id = ${id}`,
    );
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "payment provider",
      entityId: id,
      before,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
  });
