import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import type { Queryable } from "../../platform/database/sql.ts";
import { readLines } from "./read-lines.ts";

function values(kind: string) {
  return Array.from({ length: 200 }, (_, i) => ({ value: `${kind} ${i}`, swatch: null }));
}

test("a line is read with its variant's color and size, without the other values of its product", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId);
  await world.admin.query("update shop.products set options = $2 where id = $1", [
    productId,
    JSON.stringify(["Taille", "Couleur", "Fit"].map((name) => ({ name, values: values(name) }))),
  ]);
  await world.admin.query("update shop.variants set options = $2 where id = $1", [
    variantIds[0],
    { Taille: "Taille 7", Couleur: "Couleur 9", Fit: "Fit 1" },
  ]);
  let read = 0;
  const { catalogue } = world.services.database;
  const reader: Queryable = {
    ...catalogue,
    rows: async <Row>(query: Parameters<Queryable["rows"]>[0]) => {
      const rows = await catalogue.rows<Row>(query);
      read += JSON.stringify(rows).length;
      return rows;
    },
  };
  const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
  expect((await readLines(reader, storeId, items)).lines).toMatchObject([
    { color: "Couleur 9", size: "Taille 7" },
  ]);
  expect(read).toBeLessThan(1000);
});
