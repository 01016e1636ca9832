import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct, staffClient } from "../catalogue.fixture.ts";

test("creating missing variants with a stale version is a conflict, even if an option has since been removed", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const { id, version } = await makeProduct(world, storeId, {
    options: [{ name: "Size", values: [{ value: "S" }] }],
    variants: [{ options: { Size: "S" }, price: 40 }],
  });
  const add = (seen: number) =>
    staff.products.createMissingVariants(
      {
        productId: id,
        body: {
          options: [{ name: "Color", values: [{ value: "Red" }] }],
          variantDefaults: { price: 40 },
        },
      },
      { headers: { "if-match": `"${seen}"` } },
    );
  await expect(add(version + 1)).rejects.toMatchObject({ code: "EDIT_CONFLICT" });
  await expect(add(version)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});
