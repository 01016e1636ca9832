import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { place } from "../payments/payments.fixture.ts";
import { member } from "../roles/roles.fixture.ts";

test("an order that was partly paid with test money is canceled when the store goes live", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock: 5 });
  const owner = await member(world, storeId, "ADMIN");
  const variantId = variantIds[0] ?? "";
  const [part, none] = [
    await place(world, { storeId, variantId }),
    await place(world, { storeId, variantId }),
  ];
  const { id } = part;
  await owner.transactions.createTransaction({ body: { orderId: id, method: "CASH", amount: 1 } });
  await part.intent();
  await owner.stores.updateStore({ id: storeId, body: { environment: "LIVE" } });
  expect(await owner.orders.getOrder({ id })).toMatchObject({
    status: "CANCELLED",
    paid: 1,
    refunded: 0,
  });
  expect(await owner.orders.getOrder({ id: none.id })).toMatchObject({ status: "PENDING" });
  const { items } = await owner.inventory.listLevels({ storeId, entityId: variantId });
  expect(items).toMatchObject([{ onHand: 5, reserved: 1 }]);
  expect(await imbalances(world)).toEqual([]);
});
