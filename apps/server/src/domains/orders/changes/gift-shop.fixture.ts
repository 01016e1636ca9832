import { runJobs } from "#tests/run-jobs.ts";
import type { World } from "#tests/world.ts";
import { shippingAddress } from "../../customers/customers.fixture.ts";
import { applyPaymentFact } from "../../payments/apply-payment-fact.ts";
import { fact } from "../../payments/payments.fixture.ts";
import { refundShop, settle } from "../../refunds/refunds.fixture.ts";
import { member } from "../../roles/roles.fixture.ts";

/** Creates a LIVE store with a free order, to which staff can add a product for 10.00. */
export async function giftShop(world: World) {
  const shop = await refundShop(world);
  const { storeId, variantIds } = shop;
  const owner = await member(world, storeId, "ADMIN");
  await world.admin.query("update shop.variants set price_minor = 0 where id = $1", [
    variantIds[0],
  ]);
  await world.admin.query("update shop.shipping_rates set price_minor = 0");
  const gift = { items: [{ variantId: variantIds[0], quantity: 1 }], email: "ada@example.com" };
  const { id, orderNumber, orderKey } = await world
    .client()
    .orders.createOrder({ storeId, body: { ...gift, shippingAddress } });
  const buyer = world.client({ orderKey });
  const { items } = await owner.customers.listCustomers({ storeId });
  const customerId = items[0]?.id ?? "";
  const added = { items: [{ variantId: variantIds[1], quantity: 1 }] };
  const pay = async () => {
    const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    return intent.id;
  };
  return {
    ...shop,
    owner,
    id,
    orderNumber,
    buyer,
    customerId,
    pay,
    add: () => shop.staff.orders.updateOrderItems({ id, body: added }),
    withdraw: () => shop.staff.orders.updateOrderItems({ id, body: { items: [] } }),
    erase: () => owner.customers.eraseCustomer({ id: customerId }),
    close: () => owner.stores.deleteStore({ id: storeId }),
  };
}

export type GiftShop = Awaited<ReturnType<typeof giftShop>>;

/** Lets the provider report that it took the money, and carries out what follows. */
export async function report(
  world: World,
  { storeId }: Pick<GiftShop, "storeId">,
  providerId: string,
): Promise<void> {
  await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
    providerId,
  ]);
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.payments where provider_id = $1",
    [providerId],
  );
  const ctx = await world.system(storeId);
  await ctx.tx((tx) => applyPaymentFact(tx, ctx, rows[0]?.id ?? "", fact("completed", 1000)));
  await runJobs(world.services);
  await settle(world);
}
