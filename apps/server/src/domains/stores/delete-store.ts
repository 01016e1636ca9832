import type { stores } from "@vetrina/contract/stores/stores";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { deleteDomains } from "../custom-domains/store-domains.ts";
import { cancelPaymentsOfMode } from "../payments/cancel-payments-of-mode.ts";
import { releaseOrder } from "../orders/release-order.ts";
import { releaseTestOrder } from "../orders/release-test-order.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { closeStore } from "../store-records/store-rows.ts";
import { requireProof } from "../users/second-factor/require-proof.ts";
import { readStore } from "./queries.ts";

/**
 * Closes the store. Releases its hosts and, if closeStore() allows it, its slug; jobs.ts erases personal data later.
 * Cancels test payments and unpaid orders, and ignores free orders, which anyone can place. Throws OPEN_ORDERS for
 * unpaid orders with a LIVE payment, paid orders to be shipped, changes that wait for payment, and real refunds in
 * progress.
 */
export const deleteStore: Handler<typeof stores.deleteStore> = async (ctx, { body }) => {
  await requireProof(ctx, body);
  await cancelTestPayments(ctx);
  await ctx.tx(async (tx) => {
    await lockStore(tx, true);
    const present = await readStore(tx, tx.storeId, { settings: true });
    await requireFresh(tx, ctx, "store", present.version, async () => present);
    await releaseUnbegun(tx, ctx);
    await releaseTestHolds(tx, ctx);
    await requireNoOpenOrders(tx);
    await deleteDomains(tx);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "store",
      entityId: tx.storeId,
      before: { name: present.name, domains: present.settings?.domains.map(({ host }) => host) },
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    await closeStore(tx, ctx.now());
  });
  ctx.services.directory.forget(ctx.store.id);
};

/**
 * Cancels test payments at the provider, before the transaction that deletes the store. Makes the same checks as that
 * transaction first, so that no payment is canceled if the store can't be deleted.
 */
async function cancelTestPayments(ctx: Context): Promise<void> {
  await ctx.tx(async (tx) => {
    const present = await readStore(tx, tx.storeId, { settings: true });
    await requireFresh(tx, ctx, "store", present.version, async () => present);
    await requireNoOpenOrders(tx);
  });
  await cancelPaymentsOfMode(ctx, "TEST");
}

/**
 * Cancels unpaid orders without a LIVE payment; requireNoOpenOrders() throws for those that have one. An order whose
 * test payment could not be canceled stays open until its hold expires.
 */
async function releaseUnbegun(tx: Transaction, ctx: Context): Promise<void> {
  const orders = await tx.rows<{ id: string }>(sql`
    select id from shop.orders o
    where store_id = ${tx.storeId} and expires_at is not null and deleted_at is null
      and not exists (select from shop.payments p where p.store_id = o.store_id and p.order_id = o.id
        and (p.environment = 'LIVE' or p.state in ('created', 'processing')))
    order by id`);
  for (const { id } of orders) await releaseOrder(tx, ctx, id, "cancelled");
}

async function releaseTestHolds(tx: Transaction, ctx: Context): Promise<void> {
  const orders = await tx.rows<{ id: string }>(sql`
    select id from shop.orders where store_id = ${tx.storeId} and test_held_until is not null order by id`);
  for (const { id } of orders) await releaseTestOrder(tx, ctx, id);
}

async function requireNoOpenOrders(tx: Transaction): Promise<void> {
  const open = await tx.rows<{ number: string }>(sql`
    select order_number as number from shop.orders o
    where store_id = ${tx.storeId} and (
      deleted_at is null and cancelled_at is null and fulfillment_state in ('unfulfilled', 'partial')
        and (payment_state = 'completed' and payment_environment is distinct from 'TEST' and total_minor > 0
          or paid_at is null and exists (select from shop.payments p
            where p.store_id = o.store_id and p.order_id = o.id and p.environment = 'LIVE'))
      or change_due_minor > 0 and payment_environment is distinct from 'TEST' and payment_state <> 'refunded'
      or payment_environment is distinct from 'TEST' and exists (select from shop.refunds r
        where r.store_id = o.store_id and r.order_id = o.id and r.state in ('pending', 'processing')))
    order by id limit 20`);
  if (open.length === 0) return;
  throw new ApiFailure(
    "OPEN_ORDERS",
    "The store has open orders. Cancel the unpaid ones, ship the paid ones, withdraw changes that wait for payment, and wait until refunds in progress have ended.",
    { orders: open.map(({ number }) => number) },
  );
}
