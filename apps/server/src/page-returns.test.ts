import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct } from "./domains/products/catalogue.fixture.ts";
import { pageOf } from "./pages.fixture.ts";

test("a product's page names the return period, and promises no returns if the store takes none", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const { link } = await makeProduct(world, storeId, { name: "Coat" });
  const pageWith = async (days: number) => {
    await world.admin.query("update shop.stores set return_days = $1", [days]);
    world.services.directory.forget();
    return pageOf(world, storeId, `/product?link=${link}`);
  };
  expect(await pageWith(14)).toContain("14-day returns");
  const page = await pageWith(0);
  expect(page).toContain("MerchantReturnNotPermitted");
  expect(page).not.toContain("-day returns");
});
