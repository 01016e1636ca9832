import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { createUpsell } from "./create-upsell.ts";

test("products that are paired with each other concurrently do not deadlock", async ({ world }) => {
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
      pairs.map((pair, position) => createUpsell(ctx, { body: { ...pair, type, position } })),
    );
  const { rows } = await world.admin.query("select count(*)::int as made from shop.upsells");
  expect(rows).toEqual([{ made: 36 }]);
});

test("a pair is created, moved, changed and removed, and every response shows its current state", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const [dress, belt, scarf] = await Promise.all([
    makeProduct(world, storeId, { name: "Dress" }),
    makeProduct(world, storeId, { name: "Belt" }),
    makeProduct(world, storeId, { name: "Scarf", status: "DRAFT" }),
  ]);
  const productId = dress.id;
  const make = (targetId: string, type: "RELATED" | "UPSELL" = "RELATED") =>
    staff.upsells.createUpsell({ body: { productId, targetId, type } });
  const first = await make(belt.id);
  expect(first).toMatchObject({ productId, position: 0, version: 1, product: { name: "Belt" } });
  const second = await make(scarf.id);
  expect(second).toMatchObject({ position: 1, product: { name: "Scarf", status: "DRAFT" } });
  await expect(make(belt.id)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  await expect(make(productId)).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "targetId" }],
  });
  await expect(
    staff.upsells.updateUpsell({ id: second.id, body: { targetId: belt.id } }),
  ).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  const moved = await staff.upsells.updateUpsell({
    id: first.id,
    body: { position: 5, type: "UPSELL" },
  });
  expect(moved).toMatchObject({ position: 5, type: "UPSELL", version: 2 });
  await expect(
    staff.upsells.deleteUpsell({ id: first.id }, { headers: { "if-match": '"1"' } }),
  ).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { position: 5, version: 2 } });
  await staff.upsells.deleteUpsell({ id: second.id });
  await expect(staff.upsells.deleteUpsell({ id: second.id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const { items } = await world.client().upsells.listUpsells({ productId });
  expect(items.map(({ id, type }) => [id, type])).toEqual([[first.id, "UPSELL"]]);
});

test("pairs of or with a deleted product are hidden until it is restored", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const [dress, belt] = [await makeProduct(world, storeId), await makeProduct(world, storeId)];
  const { id } = await staff.upsells.createUpsell({
    body: { productId: dress.id, targetId: belt.id, type: "CROSS_SELL" },
  });
  const list = () => staff.upsells.listUpsells({ productId: dress.id });
  await staff.products.deleteProduct({ id: belt.id });
  expect((await list()).items).toEqual([]);
  await staff.products.restoreProduct({ id: belt.id });
  expect((await list()).items).toHaveLength(1);
  await staff.products.deleteProduct({ id: dress.id });
  await expect(staff.upsells.updateUpsell({ id, body: { position: 1 } })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
