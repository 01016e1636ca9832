import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";

test("products bought together come first, the most frequent ones at the top; unpaid orders don't count", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const names = ["Coat", "Scarf", "Belt", "Hat"];
  const seeded: Awaited<ReturnType<typeof seedProduct>>[] = [];
  for (const name of names) seeded.push(await seedProduct(world, storeId, { name }));
  const buy = async (which: number[], paid = true) => {
    const items = which.map((i) => ({
      variantId: seeded[i]?.variantIds[0] ?? "",
      quantity: 1,
    }));
    const { id, orderKey } = await world
      .client()
      .orders.createOrder({ storeId, body: { items, email: "ada@example.com" } });
    if (!paid) return;
    const { payments } = world.client({ orderKey });
    const { id: paymentIntentId } = await payments.createPaymentIntent({
      id,
      body: { provider: "other" },
    });
    await payments.decideTestPayment({ id: paymentIntentId, body: { decision: "approve" } });
    await payments.processPayment({ id, body: { provider: "other", paymentIntentId } });
  };
  const related = async (limit = 8) => {
    const productId = seeded[0]?.productId ?? "";
    const { items } = await world.client().products.listRelated({ productId, limit });
    return items.map(({ name }) => name);
  };
  expect(await related()).toEqual(["Hat", "Belt", "Scarf"]);
  await buy([0, 1]);
  await buy([0, 2]);
  await buy([0, 1]);
  await buy([0, 3], false);
  await buy([0, 3], false);
  expect(await related()).toEqual(["Scarf", "Belt", "Hat"]);
  expect(await related(1)).toEqual(["Scarf"]);
  await queryable(world.admin).run(
    sql`update shop.products set status = 'DRAFT' where name = 'Scarf'`,
  );
  expect(await related()).toEqual(["Belt", "Hat"]);
});
