// @module-tag slow

import { describe, expect } from "vitest";
import { more, type Row, shirt, sized } from "./csv.fixture.ts";
import { page, type Shop, test } from "./import.fixture.ts";

const column = "Variant SKU";

/** Rows of products with one variant each. */
function hats(count: number, skuOf: (i: number) => string): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    ...shirt,
    Handle: `hat-${i}`,
    Title: `Hat ${i}`,
    [column]: skuOf(i),
  }));
}

async function skus({ world, storeId }: Shop): Promise<Record<string, string | null>> {
  const { rows } = await world.admin.query<{ link: string; sku: string | null }>(
    `select p.link, v.sku from shop.variants v
     join shop.products p on p.store_id = v.store_id and p.id = v.product_id
     where v.store_id = $1 and v.deleted_at is null`,
    [storeId],
  );
  return Object.fromEntries(rows.map(({ link, sku }) => [link, sku]));
}

/** Returns, for each step, the number of products done after it. */
function stepsOf({ steps }: Shop, doing: "checking" | "writing"): number[] {
  return steps.flatMap((step) => (step.doing === doing ? [step.done] : []));
}

describe("a file in which products exchange SKUs", () => {
  test("is imported in ordinary steps, however many products exchange SKUs", async ({ shop }) => {
    await shop.bring(hats(130, (i) => `H${i}`));
    const moved = hats(130, (i) => `h${(i + 129) % 130}`);
    expect(await shop.bring(moved, { dryRun: true })).toMatchObject({
      outcome: "planned",
      updated: 130,
    });
    expect(stepsOf(shop, "checking")).toEqual([50, 100, 130]);
    expect(await shop.bring(moved)).toMatchObject({ outcome: "imported", updated: 130 });
    expect(stepsOf(shop, "writing")).toEqual([50, 100, 130]);
    const expected = Array.from({ length: 130 }, (_, i) => [`hat-${i}`, `h${(i + 129) % 130}`]);
    expect(await skus(shop)).toEqual(Object.fromEntries(expected));
    expect(await shop.bring(moved)).toMatchObject({ unchanged: 130 });
  });

  test("may leave a later product without the SKU, or delete its variant", async ({ shop }) => {
    const last = { ...shirt, Handle: "scarf", Title: "Scarf" };
    const red = { ...last, "Option1 Name": "Color", "Option1 Value": "Red", [column]: "S1" };
    await shop.bring([...hats(60, (i) => `H${i}`), red]);
    const moved = hats(60, (i) => (i === 0 ? "H59" : i === 1 ? "S1" : i === 59 ? "" : `H${i}`));
    const large = { ...last, "Option1 Name": "Size", "Option1 Value": "L" };
    expect(await shop.bring([...moved, large])).toMatchObject({ outcome: "imported", errors: [] });
    const after = await skus(shop);
    expect([after["hat-0"], after["hat-1"], after["hat-59"], after["scarf"]]).toEqual([
      "H59",
      "S1",
      null,
      null,
    ]);
    expect((await page(shop, "hat-59")).version).toBe(2);
    const field = "variant One Size: sku";
    const { audit_entries: entries } = await shop.everything();
    expect(entries).toContainEqual(
      expect.objectContaining({
        before: { [field]: "H59" },
        after: { [field]: null, import: "products.csv" },
      }),
    );
  });

  test("has an error if a later product keeps the SKU", async ({ shop }) => {
    await shop.bring([sized("S", { [column]: "A" }), more("M", { [column]: "B" })]);
    const first = hats(60, (i) => (i === 0 ? "a" : `H${i}`));
    const before = await shop.everything();
    for (const rest of [[sized("M", { [column]: "C" })], [{ ...sized("S"), [column]: "A" }]]) {
      const result = await shop.bring([...first, ...rest]);
      expect(result.errors).toContainEqual({
        row: rest[0]?.[column] === "A" ? 62 : 2,
        column,
        message: expect.stringMatching(/"A" is already the SKU|"A" is also the SKU/),
      });
    }
    expect(await shop.everything()).toEqual(before);
    await shop.bring([...first, sized("S", { [column]: "A2" })]);
    expect((await page(shop)).variants.map(({ name, sku }) => [name, sku])).toEqual([
      ["S", "A2"],
      ["M", "B"],
    ]);
  });
});
