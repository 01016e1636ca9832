import type { World } from "#tests/world.ts";
import { newId } from "../id.ts";
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
    params: { id: await newOrder(shop, world, "payment_state = 'completed', paid_at = now()") },
    body: { template: "order-confirmation" },
  }),
  "orders.deleteOrder": async (shop, world) => ({
    params: { id: await newOrder(shop, world, "cancelled_at = now()") },
  }),
  "orders.restoreOrder": async (shop, world) => ({
    params: { id: await newOrder(shop, world, "deleted_at = now()") },
  }),
  "orders.getOrderDocument": ({ documentId }) => ({ params: { documentId } }),
  "orders.getOrderThankYou": (shop) => ({
    params: { id: shop.orderNumber, emailOrder: "ada@example.com" },
  }),
};

/** An order of the store with these columns set. */
async function newOrder({ storeId, ids }: Shop, world: World, columns: string): Promise<string> {
  const { id } = await world.client().orders.createOrder({
    storeId,
    body: { items: [{ variantId: ids.variant, quantity: 1 }], email: "ada@example.com" },
  });
  await world.admin.query(
    `update shop.orders set expires_at = null, held_by_address = null, held_by_user = null, ${columns} where id = $1`,
    [id],
  );
  return id;
}
