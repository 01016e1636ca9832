// @module-tag slow

import { expect } from "vitest";
import { makeProduct } from "../../products/catalogue.fixture.ts";
import { importAtOnce } from "../import-at-once.ts";
import { asSource } from "../product-csv/csv.fixture.ts";
import { noNetwork, test } from "../product-csv/import.fixture.ts";
import { openInventoryCsv } from "./open-inventory-csv.ts";

test("a step of an inventory file has fewer rows if their products have many variants", async ({
  shop,
}) => {
  const values = Array.from({ length: 200 }, (_, i) => ({ value: `S${i}` }));
  for (let i = 0; i < 7; i += 1)
    await makeProduct(shop.world, shop.storeId, {
      link: `coat-${i}`,
      options: [{ name: "Size", values }],
      variants: undefined,
      variantDefaults: { price: 1, stock: 1 },
    });
  const rows = Array.from({ length: 14 }, (_, i) => `coat-${i % 7},S${i},Main,4\n`);
  const file = `Handle,Option1 Value,Location,On hand (new)\n${rows.join("")}`;
  const done: number[] = [];
  const result = await importAtOnce(
    await shop.world.system(shop.storeId),
    await openInventoryCsv(asSource(file, 5000), "inventory.csv"),
    {
      dryRun: false,
      fetchPicture: noNetwork,
      progress: (step) => step.doing === "checking" && done.push(step.done),
    },
  );
  expect(result).toMatchObject({ outcome: "imported", updated: 14 });
  expect(done).toEqual([5, 10, 14]);
});
