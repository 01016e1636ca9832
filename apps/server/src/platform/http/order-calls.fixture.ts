import type { World } from "#tests/world.ts";
import { newId } from "../id.ts";
import { hashKey } from "./callers/identify.ts";
import type { Shop } from "./contract.fixture.ts";
import { draftCalls } from "./draft-calls.fixture.ts";

type CallInput = { params?: Record<string, string>; body?: Record<string, unknown> };

const billingAddress = {
  name: "Ada",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

/** Valid input of the calls about orders, for valid-calls.fixture.ts. */
export const orderCalls: Record<
  string,
  (shop: Shop, world: World) => CallInput | Promise<CallInput>
> = {
  ...draftCalls,
  "orders.createOrder": (shop) => ({
    body: { items: [{ variantId: shop.ids.variant, quantity: 1 }], email: "ada@example.com" },
  }),
  "orders.updateOrder": () => ({ body: { tags: [newId()] } }),
  "orders.updateOrderAddresses": () => ({ body: { billingAddress } }),
  "orders.createOrderNote": () => ({ body: { text: "Ring twice." } }),
  "orders.sendOrderMail": async (shop, world) => ({
    params: {
      id: await newOrder(
        shop,
        world,
        "payment_state = 'completed', paid_at = now(), payment_environment = 'TEST'",
      ),
    },
    body: { template: "order-confirmation" },
  }),
  "orders.deleteOrder": async (shop, world) => ({
    params: { id: await newOrder(shop, world, "cancelled_at = now()") },
  }),
  "orders.restoreOrder": async (shop, world) => ({
    params: { id: await newOrder(shop, world, "deleted_at = now()") },
  }),
  "orders.revokeOrderLinks": async (shop, world) => ({
    params: { id: await newOrder(shop, world, "note = null") },
    body: {},
  }),
  "orders.changeShippingAddress": async (shop, world) => ({
    params: { id: (await boughtOrder(shop, world)).id },
    body: billingAddress,
  }),
  "orders.listItemSizes": async (shop, world) => {
    const { id, itemId } = await boughtOrder(shop, world);
    return { params: { id, itemId } };
  },
  "orders.changeItemSize": async (shop, world) => {
    const { id, itemId, otherSize } = await boughtOrder(shop, world);
    return { params: { id, itemId }, body: { variantId: otherSize } };
  },
  "orders.getOrderDocument": ({ documentId }) => ({ params: { documentId } }),
  "orders.getOrderThankYou": (shop) => ({
    params: { id: shop.orderNumber, emailOrder: "ada@example.com" },
  }),
};

/** Inserts the row of an order without items, with these columns set. */
async function newOrder({ storeId }: Shop, world: World, columns: string): Promise<string> {
  const id = newId();
  await world.admin.query(
    `insert into shop.orders (store_id, id, order_number, key_hash, email, currency, subtotal_minor, discount_minor,
       shipping_minor, tax_minor, total_minor)
     values ($1, $2, $2::uuid, $3, 'ada@example.com', 'USD', 0, 0, 0, 0, 0)`,
    [storeId, id, hashKey(id)],
  );
  await world.admin.query(`update shop.orders set ${columns} where id = $1`, [id]);
  return id;
}

/**
 * A paid test order of one unit. The shop's order key gives access to it, the shop's customer owns it, and its product
 * has another size.
 */
async function boughtOrder(shop: Shop, world: World) {
  const id = await newOrder(
    shop,
    world,
    "payment_state = 'completed', paid_at = now(), payment_environment = 'TEST'",
  );
  const itemId = newId();
  await world.admin.query("update shop.orders set key_hash = $2, customer_id = $3 where id = $1", [
    id,
    hashKey(shop.orderKey),
    shop.ids.customer,
  ]);
  await world.admin.query(
    `insert into shop.order_items (store_id, id, order_id, product_id, variant_id, link, name, variant_name, quantity,
       price_minor, total_minor, position)
     values ($1, $2, $3, $4, $5, 'dress', 'Dress', 'M', 1, 0, 0, 1)`,
    [shop.storeId, itemId, id, shop.ids.product, shop.ids.variant],
  );
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.variants where product_id = $1 and id <> $2 order by id limit 1",
    [shop.ids.product, shop.ids.variant],
  );
  return { id, itemId, otherSize: rows[0]?.id ?? "" };
}
