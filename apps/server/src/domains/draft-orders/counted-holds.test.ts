// @module-tag slow

import { expect } from "vitest";
import { limitedTest, ownStore } from "../../platform/http/callers/counted-writes.fixture.ts";

limitedTest("holding and releasing a draft's units counts the ledger's rows", async ({ world }) => {
  const { owner, storeId, counted } = await ownStore(world);
  const { variants } = await owner.products.createProduct({
    storeId,
    body: {
      name: "Coat",
      status: "ACTIVE",
      options: [],
      variantDefaults: { price: 10, stock: 1 },
    },
  });
  const variantId = variants[0]?.id ?? "";
  for (const code of ["a", "b", "c", "d", "e", "f", "g"]) {
    await owner.locations.createLocation({ storeId, body: { code, name: code } });
    await owner.inventory.setLevel({ body: { variantId, location: code, onHand: 1 } });
  }
  const { id } = await owner.draftOrders.createDraftOrder({
    storeId,
    body: {
      items: [{ variantId, quantity: 8 }],
      customShipping: { name: "Courier", price: 0 },
      email: "ada@example.com",
    },
  });
  const before = await counted();
  const holdUntil = new Date(Date.now() + 86_400_000).toISOString();
  await owner.draftOrders.updateDraftOrder({ id, body: { holdUntil } });
  expect((await counted()) - before).toBe(1 + 4);
  await owner.draftOrders.updateDraftOrder({ id, body: { holdUntil: null } });
  expect((await counted()) - before).toBe(2 * (1 + 4));
});
