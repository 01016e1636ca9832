import { expect } from "vitest";
import { seedProduct, seedStore } from "../../../../../tests/seed.ts";
import { test } from "../../../../../tests/world.ts";
import { createUpsell } from "./create-upsell.ts";

test("pieces that are paired with each other at the same time do not lock each other out", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const ids = await Promise.all(
    Array.from({ length: 4 }, async () => (await seedProduct(world, storeId)).productId),
  );
  const pairs = ids.flatMap((productId) =>
    ids.filter((id) => id !== productId).map((targetId) => ({ productId, targetId })),
  );
  const ctx = await world.system(storeId);
  for (const type of ["RELATED", "UPSELL", "CROSS_SELL"] as const)
    await Promise.all(
      pairs.map((pair, position) => createUpsell(ctx, { ...pair, type, position })),
    );
  const { rows } = await world.admin.query("select count(*)::int as made from shop.upsells");
  expect(rows).toEqual([{ made: 36 }]);
});
