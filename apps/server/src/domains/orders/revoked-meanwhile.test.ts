import { describe, expect } from "vitest";
import { beforeStatement } from "#tests/recorded.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { type Client, test, type World } from "#tests/world.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { openAccount, shippingAddress } from "../customers/customers.fixture.ts";
import { endLinks } from "../order-records/end-links.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { writeDetails } from "../order-records/order-states.ts";
import { paidOrder, placeOrder, refundShop } from "../refunds/refunds.fixture.ts";

const gone = { code: "NOT_FOUND" };
const right = "ada@right.example";

/** Changes the order while `call` waits for its lock, and returns the call's result. */
async function whileWaiting<T>(
  world: World,
  { storeId, id }: { storeId: string; id: string },
  change: (tx: Transaction, ctx: Context) => Promise<void>,
  call: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const ctx = await world.system(storeId);
  const ends = await ctx.tx(async (tx) => {
    await lockOrder(tx, id);
    const ended = Promise.allSettled([call()]);
    await untilBlocked(world);
    await change(tx, ctx);
    return { ended };
  });
  const [end] = await ends.ended;
  return end;
}

type Call = (client: Client, id: string) => Promise<unknown>;

const readdress: Call = ({ orders }, id) =>
  orders.changeShippingAddress({ id, body: shippingAddress });

const buyersCalls: Record<string, Call> = {
  "changes the address": readdress,
  "cancels the order": ({ orders }, id) => orders.cancelOrder({ id }),
  "starts a payment": ({ payments }, id) =>
    payments.createPaymentIntent({ id, body: { provider: "other" } }),
};

describe("a call with an order's key that is revoked meanwhile", () => {
  for (const [name, call] of Object.entries(buyersCalls))
    test(`fails if it ${name} and waits for the order`, async ({ world }) => {
      const shop = await refundShop(world);
      const { storeId, staff } = shop;
      const { id, buyer } = await paidOrder(world, shop);
      const revoke = (tx: Transaction, ctx: Context) => endLinks(tx, ctx, id);
      const end = await whileWaiting(world, { storeId, id }, revoke, () => call(buyer, id));
      expect(end).toMatchObject({ status: "rejected", reason: gone });
      const { items } = await staff.orders.listOrderEvents({ id });
      expect(items.map(({ kind }) => kind)).not.toContain("address-changed");
      expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PAID", refunded: 0 });
    });

  const reads: Record<string, { statement: string; call: Call }> = {
    "opens the order": {
      statement: "select link_version from shop.orders",
      call: ({ orders }, id) => orders.openOrder({ id }),
    },
    "reads the order": {
      statement: "from shop.orders",
      call: ({ orders }, id) => orders.getOrder({ id }),
    },
    "reads the order with its items": {
      statement: "from shop.orders",
      call: ({ orders }, id) => orders.getOrderWithItems({ id }),
    },
    "reads the invoice": {
      statement: "for update",
      call: ({ orders }, id) => orders.getOrderInvoice({ id }),
    },
  };
  for (const [name, { statement, call }] of Object.entries(reads))
    test(`fails if it ${name}, and reveals neither the new key nor the new email`, async ({
      world,
    }) => {
      const shop = await refundShop(world);
      const { id, buyer } = await paidOrder(world, shop);
      const correct = () => shop.staff.orders.updateOrder({ id, body: { email: right } });
      await expect(
        beforeStatement(statement, correct, () => call(buyer, id)),
      ).rejects.toMatchObject(gone);
    });
});

const correct = (id: string) => async (tx: Transaction, ctx: Context) => {
  await writeDetails(tx, id, { email: right, tags: [] });
  await endLinks(tx, ctx, id);
};

describe("a customer's call that waits for their order while its email is corrected", () => {
  test("fails if the order leaves the customer", async ({ world }) => {
    const shop = await refundShop(world);
    const { storeId } = shop;
    const { client } = await openAccount(world, { email: "ada@example.com" });
    await client.customers.getMyCustomer({ storeId });
    const { id } = await paidOrder(world, shop);
    await client.orders.getOrder({ id });
    const call = () => readdress(client, id);
    const end = await whileWaiting(world, { storeId, id }, correct(id), call);
    expect(end).toMatchObject({ status: "rejected", reason: gone });
  });

  test("succeeds if the customer placed the order", async ({ world }) => {
    const shop = await refundShop(world);
    const { storeId } = shop;
    const { client } = await openAccount(world, { email: "ada@example.com" });
    const { id } = await paidOrder({ ...world, client: () => client }, shop);
    const call = () => readdress(client, id);
    const end = await whileWaiting(world, { storeId, id }, correct(id), call);
    expect(end).toMatchObject({
      status: "fulfilled",
      value: { shippingAddress, customer: { email: right } },
    });
  });
});

test("an order whose key is revoked while its browser orders the same again is not replaced", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { storeId } = shop;
  const { id, orderKey } = await placeOrder(world, shop);
  const again = () =>
    world.app.inject({
      method: "POST",
      url: `/api/v1/orders/store/${storeId}`,
      headers: { host: "localhost", cookie: `vetrina_order_${id}=${orderKey}` },
      payload: { items: shop.variantIds.map((variantId) => ({ variantId, quantity: 1 })) },
    });
  const revoke = (tx: Transaction, ctx: Context) => endLinks(tx, ctx, id);
  const end = await whileWaiting(world, { storeId, id }, revoke, again);
  expect(end).toMatchObject({ status: "fulfilled", value: { statusCode: 201 } });
  expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ status: "PENDING" });
});
