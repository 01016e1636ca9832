import type { GatewayAccount } from "../../gateways/provider.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { settleLatePaymentType } from "../order-records/late-payment.ts";
import type { ProviderRow } from "./provider-rows.ts";

/**
 * A payment for which its provider is still needed (see findOpenPayment). `providerId` is null until the provider
 * responds.
 */
type OpenPayment = { providerId: string | null };

/**
 * Finds a payment for which the provider is still needed: one that is open, has an open refund or dispute, or belongs
 * to an order whose late or freed money is still to be settled. Prefers the newest payment with an id at the provider.
 * While the caller holds the lock on the provider's row, no payment or refund can start, because lockActiveProvider()
 * waits for it.
 */
export function findOpenPayment(
  tx: Transaction,
  { provider, environment }: Pick<ProviderRow, "provider" | "environment">,
): Promise<OpenPayment | undefined> {
  return tx.row<OpenPayment>(sql`
    select provider_id as "providerId" from (
      select p.provider_id, p.created_at from shop.payments p
      join shop.orders o on o.store_id = p.store_id and o.id = p.order_id
      where p.store_id = ${tx.storeId} and p.provider = ${provider} and p.environment = ${environment}
        and p.state in ('created', 'processing', 'failed')
        and (p.state = 'processing' or (o.cancelled_at is null and (o.paid_at is null or o.change_due_minor > 0)))
      union all
      select p.provider_id, p.created_at from shop.refund_payments r
      join shop.payments p on p.store_id = r.store_id and p.id = r.payment_id
      where r.store_id = ${tx.storeId} and r.state in ('pending', 'processing') and p.provider = ${provider}
        and p.environment = ${environment}
      union all
      select p.provider_id, p.created_at from shop.disputes d
      join shop.payments p on p.store_id = d.store_id and p.id = d.payment_id
      where d.store_id = ${tx.storeId} and d.state = 'open' and p.provider = ${provider} and p.environment = ${environment}
      union all
      select p.provider_id, p.created_at from shop.payments p
      where p.store_id = ${tx.storeId} and p.state = 'completed' and p.provider = ${provider} and p.environment = ${environment}
        and p.order_id in (select door.unfinished_jobs(${settleLatePaymentType.kind})::uuid)) open
    order by provider_id is null, created_at desc limit 1`);
}

/**
 * Throws OPEN_ORDERS if the current keys find this open payment at the provider but the new keys don't. The new keys
 * then belong to another account, with which the store could no longer cancel the payment. Keys that no longer work can
 * always be replaced.
 */
export async function requireSameAccount(
  ctx: Context,
  providerId: string,
  { present, changed }: { present: GatewayAccount; changed: GatewayAccount },
): Promise<void> {
  if (await knows(ctx, changed, providerId)) return;
  if (await knows(ctx, present, providerId)) throw otherAccount();
}

/** Throws OPEN_ORDERS if the new keys were checked while there was no open payment, and one has started since then. */
export async function requireNoneSince(
  tx: Transaction,
  row: ProviderRow,
  checked: OpenPayment | undefined,
): Promise<void> {
  if (checked?.providerId != null) return;
  const started = await findOpenPayment(tx, row);
  if (started?.providerId != null)
    throw new ApiFailure(
      "OPEN_ORDERS",
      "A payment has started since the new keys were checked. Try again.",
    );
}

async function knows(ctx: Context, account: GatewayAccount, providerId: string): Promise<boolean> {
  const { provider, environment } = account;
  try {
    return (
      (await ctx.services.gateways.find(provider, environment, account)?.get(providerId)) !==
      undefined
    );
  } catch {
    return false;
  }
}

function otherAccount(): ApiFailure {
  return new ApiFailure(
    "OPEN_ORDERS",
    "These keys belong to another account, and the current account still has open payments, refunds or disputes. Deactivate the provider, and change its keys once they have finished.",
  );
}
