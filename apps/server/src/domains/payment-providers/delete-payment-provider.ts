import type { paymentProviders } from "@vetrina/contract/orders/payment-providers";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockProvider, presentProvider, type ProviderRow } from "./provider-rows.ts";

/**
 * Throws OPEN_ORDERS while payments or refunds with the provider are still open, because only the provider knows their
 * result.
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
    if (await isUsed(tx, row))
      throw new ApiFailure(
        "OPEN_ORDERS",
        "Payments or refunds with this provider are still open. Deactivate it, and delete it once they have ended.",
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

/**
 * Whether payments or refunds with the provider are open. No payment can start at the same time, because starting one
 * locks the provider's row (lockActiveProvider).
 */
async function isUsed(tx: Transaction, { provider, environment }: ProviderRow): Promise<boolean> {
  const used = await tx.row(sql`
    (select from shop.payments p join shop.orders o on o.store_id = p.store_id and o.id = p.order_id
      where p.store_id = ${tx.storeId} and p.provider = ${provider} and p.environment = ${environment}
        and p.state in ('created', 'processing', 'failed')
        and (p.state = 'processing' or (o.cancelled_at is null and (o.paid_at is null or o.change_due_minor > 0))) limit 1)
    union all
    (select from shop.refund_payments r join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id
      where r.store_id = ${tx.storeId} and r.state in ('pending', 'processing') and p.provider = ${provider}
        and p.environment = ${environment} limit 1)
    limit 1`);
  return used !== undefined;
}
