// @module-tag slow

import { expect } from "vitest";
import { record, type Statement } from "#tests/recorded.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";

/** Turns on rate limits, as in production. */
const test = base.extend({ options: { rateLimits: true } });

const shippingAddress = {
  name: "Ada Byron",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

/** Buys as a guest and records the statements that each call sends to PostgreSQL. */
async function checkOut(world: World, storeId: string, variantIds: readonly string[]) {
  const client = world.client();
  const sent: Record<string, Statement[]> = {};
  async function step<T>(name: string, call: () => Promise<T>): Promise<T> {
    let answer: T | undefined;
    sent[name] = await record(async () => (answer = await call()));
    return answer as T;
  }
  const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
  const destination = { country: "US", region: "TX", postalCode: "78701" };
  const quote = await step("quote", () =>
    client.shipping.calculateShipping({ body: { storeId, items, destination } }),
  );
  const order = await step("order", () =>
    client.orders.createOrder({
      storeId,
      body: { items, total: quote.total, email: "ada@example.com", shippingAddress },
    }),
  );
  const { id } = order;
  const { payments } = world.client({ orderKey: order.orderKey });
  const intent = await step("intent", () =>
    payments.createPaymentIntent({ id, body: { provider: "other" } }),
  );
  await step("approval", () =>
    payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } }),
  );
  const paid = await step("process", () =>
    payments.processPayment({ id, body: { provider: "other", paymentIntentId: intent.id } }),
  );
  expect(paid.status).toBe("COMPLETED");
  return sent;
}

/**
 * Returns the statements sent to PostgreSQL. A text that contains several, such as "begin; select door.enter_order(…)",
 * is split. The lookup of the store, which a process makes every two seconds, is not counted.
 */
function textsOf(statements: readonly Statement[]): string[] {
  return statements
    .flatMap(({ name, text }) => (name === undefined ? text.split(/;\s*/) : [text]))
    .filter((text) => text !== "" && !text.includes("from catalogue.stores"));
}

function countsOf(sent: Record<string, Statement[]>) {
  const texts = Object.entries(sent).map(([step, all]) => [step, textsOf(all)] as const);
  return {
    ...Object.fromEntries(texts.map(([step, all]) => [step, all.length])),
    commits: texts.flatMap(([, all]) => all).filter((text) => text === "commit").length,
  };
}

// Each statement costs the server and PostgreSQL about 100 µs in addition to its own work.
test("a guest's checkout needs at most these statements and commits", async ({ world }) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock: 50 });
  await checkOut(world, storeId, variantIds.slice(0, 1));
  const sent = await checkOut(world, storeId, variantIds.slice(0, 1));
  expect(countsOf(sent)).toEqual({
    quote: 2,
    order: 9,
    intent: 16,
    approval: 2,
    process: 20,
    commits: 5,
  });
});

test("more lines need no more statements", async ({ world }) => {
  const storeId = await seedStore(world);
  const sizes = ["XS", "S", "M", "L", "XL"];
  const { variantIds } = await seedProduct(world, storeId, { stock: 50, sizes });
  await checkOut(world, storeId, variantIds);
  const [one, five] = [
    countsOf(await checkOut(world, storeId, variantIds.slice(0, 1))),
    countsOf(await checkOut(world, storeId, variantIds)),
  ];
  expect(five).toEqual(one);
});
