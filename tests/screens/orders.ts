import { createClient } from "@vetrina/client/create-client";
import type { Client as Api } from "@vetrina/client/types";
import type { Address } from "@vetrina/contract/common";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Client } from "pg";

export const shippingAddress = {
  name: "Ada Lovelace",
  address: "1 Analytical Way",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
} satisfies Address;

export type MadeOrder = OrderWithItems & { orderKey: string; buyer: Api; staff: Api };
type Line = { variantId: string; quantity: number };

/** A client signed in as the platform administrator, for calls that only a demo store's staff may make. */
export async function signedInStaff(
  baseUrl: string,
  administrator: { email: string; password: string },
): Promise<Api> {
  const { accessToken } = await createClient({ baseUrl }).users.login({ body: administrator });
  return createClient({ baseUrl, headers: { authorization: `Bearer ${accessToken}` } });
}

/** The URL of an order's page, as emails contain it. */
export function linkOf({ id, orderKey }: Pick<MadeOrder, "id" | "orderKey">): string {
  return `/order#${id}.${orderKey}`;
}

/** Places an order through the API, as a guest. */
export async function placeOrder(
  { baseUrl, storeId, staff }: { baseUrl: string; storeId: string; staff: Api },
  items: readonly Line[],
  over: { email?: string; shippingAddress?: Address } = {},
): Promise<MadeOrder> {
  const guest = createClient({ baseUrl });
  const order = await guest.orders.createOrder({
    storeId,
    body: { items: [...items], email: "ada@example.com", shippingAddress, ...over },
  });
  const buyer = createClient({ baseUrl, headers: { "x-order-key": order.orderKey } });
  return { ...order, buyer, staff };
}

/** Pays for an order with the test provider. */
export async function payFor({ id, buyer: { payments } }: MadeOrder): Promise<void> {
  const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
  await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
  const body = { provider: "other", paymentIntentId: intent.id } as const;
  await payments.processPayment({ id, body });
}

/** Variants of a demo store with units to buy, each of a different product. Those with sizes come first. */
export async function someVariants(
  database: Client,
  slug: string,
): Promise<{ storeId: string; variantIds: string[] }> {
  const { rows } = await database.query<{ store_id: string; id: string }>(
    `select store_id, id from (
       select distinct on (p.id) v.store_id, v.id, p.size_option, p.name from shop.products p
       join shop.stores s on s.id = p.store_id and s.slug = $1
       join shop.variants v on v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null
       join shop.inventory_levels l on l.store_id = v.store_id and l.variant_id = v.id and l.on_hand - l.reserved > 5
       where p.status = 'ACTIVE' and p.deleted_at is null and v.price_minor > 0 order by p.id, v.position) each
     order by size_option is null, length(name) desc limit 12`,
    [slug],
  );
  return { storeId: rows[0]?.store_id ?? "", variantIds: rows.map(({ id }) => id) };
}
