import type { World } from "#tests/world.ts";
import { newId } from "../id.ts";
import { hashKey } from "./callers/identify.ts";
import type { Shop } from "./contract.fixture.ts";

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
  "orders.getOrderDocument": ({ documentId }) => ({ params: { documentId } }),
  "orders.getOrderThankYou": (shop) => ({
    params: { id: shop.orderNumber, emailOrder: "ada@example.com" },
  }),
};

/** An order of nothing with these columns set, inserted directly. */
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
