import type { World } from "#tests/world.ts";
import { newId } from "../id.ts";
import { hashKey } from "./callers/identify.ts";
import type { Shop } from "./contract.fixture.ts";

type CallInput = { params?: Record<string, string>; body?: Record<string, unknown> };

/** Valid input of the calls about orders that are paid, for valid-calls.fixture.ts. */
export const paidOrderCalls: Record<
  string,
  (shop: Shop, world: World) => CallInput | Promise<CallInput>
> = {
  "orders.updateOrderItems": async (shop, world) => {
    const { id, itemId } = await testOrder(world, shop);
    return { params: { id }, body: { items: [{ itemId, quantity: 1 }] } };
  },
  "refunds.refundOrder": async (shop, world) => ({
    params: { id: (await paidOrder(world, shop)).id },
    body: { amount: 1 },
  }),
  "refunds.createRefund": async (shop, world) => ({
    body: { orderId: (await paidOrder(world, shop)).id, amount: 1 },
  }),
  "transactions.createTransaction": async (shop, world) => ({
    body: { orderId: (await place(world, shop)).id, amount: 1, method: "CASH" },
  }),
  "reconciliation.settleDifference": () => ({ body: { note: "Sold by phone" } }),
  "reconciliation.runReconciliation": () => ({ body: {} }),
  "transactions.updateTransaction": async (shop, world) => ({
    params: { id: (await paidOrder(world, shop)).paymentId },
    body: { note: "Paid at the counter" },
  }),
};

/**
 * Inserts the row of an unpaid order of 20.00. It has no items, because earlier calls may have deleted the shop's
 * product.
 */
async function place(world: World, { storeId }: Shop): Promise<{ id: string }> {
  const id = newId();
  await world.admin.query(
    `insert into shop.orders (store_id, id, order_number, key_hash, email, currency, subtotal_minor, discount_minor,
       shipping_minor, tax_minor, total_minor, expires_at)
     values ($1, $2, $2::uuid, $3, 'ada@example.com', 'USD', 2000, 0, 0, 0, 2000, now() + interval '5 minutes')`,
    [storeId, id, hashKey(id)],
  );
  return { id };
}

/** Inserts a paid test order of two units at 10.00, which no longer holds stock. */
async function testOrder(world: World, shop: Shop): Promise<{ id: string; itemId: string }> {
  const { id } = await place(world, shop);
  const { rows } = await world.admin.query<{ id: string }>(
    `with paid as (update shop.orders set paid_minor = 2000, paid_at = now(), payment_state = 'completed', payment_environment = 'TEST',
         expires_at = null, held_by_address = null, held_by_user = null
       where id = $1 returning store_id, id, currency),
     payment as (insert into shop.payments (store_id, id, order_id, environment, amount_minor, currency, state, method, received_on)
       select store_id, gen_random_uuid(), id, 'TEST', 2000, currency, 'completed', 'CASH', current_date from paid)
     insert into shop.order_items (store_id, id, order_id, product_id, variant_id, link, name, variant_name, quantity,
       price_minor, total_minor, position)
     select p.store_id, gen_random_uuid(), p.id, v.product_id, v.id, '', 'Dress', 'M', 2, 1000, 2000, 0
     from paid p, shop.variants v where v.id = $2 returning id`,
    [id, shop.ids.variant],
  );
  return { id, itemId: rows[0]?.id ?? "" };
}

/** Inserts an order with a payment of 10.00 that staff recorded. */
async function paidOrder(world: World, shop: Shop): Promise<{ id: string; paymentId: string }> {
  const { id } = await place(world, shop);
  const { rows } = await world.admin.query<{ id: string }>(
    `with paid as (update shop.orders set paid_minor = 1000, expires_at = null, held_by_address = null, held_by_user = null
       where id = $1 returning store_id, id, currency)
     insert into shop.payments (store_id, id, order_id, environment, amount_minor, currency, state, method, received_on)
     select store_id, gen_random_uuid(), id, 'TEST', 1000, currency, 'completed', 'CASH', current_date from paid
     returning id`,
    [id],
  );
  return { id, paymentId: rows[0]?.id ?? "" };
}
