import { expect } from "vitest";
import type { World } from "#tests/world.ts";
import { more, sized, toCsv } from "../catalogue-files/product-csv/csv.fixture.ts";
import { maxImported } from "./count-imported.ts";
import { hats, openDesk, test } from "./file-jobs.fixture.ts";

async function counted({ admin }: World): Promise<number> {
  const { rows } = await admin.query<{ calls: number }>(
    "select coalesce(sum(calls), 0)::int as calls from shop.rate_limits where bucket like 'daily imports of %'",
  );
  return rows[0]?.calls ?? 0;
}

/** Leaves this much of the owner's daily limit. */
async function leave({ admin }: World, left: number): Promise<void> {
  await admin.query(
    "update shop.rate_limits set calls = $1 where bucket like 'daily imports of %'",
    [maxImported - left],
  );
}

test("imports count what they write: products, kilobytes, variants and tags", async ({ desk }) => {
  await desk.bring(hats(60));
  const plain = await counted(desk.world);
  expect([plain >= 60, plain < 300]).toEqual([true, true]);

  await desk.bring(hats(60));
  expect(await counted(desk.world)).toBe(plain);

  const tags = Array.from({ length: 80 }, (_, i) => `tag-${i}`).join(", ");
  await desk.bring(hats(60, () => ({ Tags: tags })));
  expect((await counted(desk.world)) - plain).toBeGreaterThan(60 * 20);
});

test("an inventory file counts once for every two levels that it changes", async ({ desk }) => {
  await desk.bring(hats(60));
  const before = await counted(desk.world);
  const file = await desk.take("INVENTORY_CSV");
  const [head = "", ...rows] = (await file.text()).trimEnd().split(/\r?\n/);
  const at = head.split(",").indexOf("On hand (new)");
  const changed = rows.map((line) => line.split(",").with(at, "77").join(","));
  await desk.bring([head, ...changed].join("\n"), { kind: "INVENTORY_CSV" });
  expect((await counted(desk.world)) - before).toBe(30);
});

test("an import stops at the owner's daily limit, and importing the file again writes the rest", async ({
  desk,
}) => {
  await desk.bring(hats(1));
  await leave(desk.world, 1);
  const stopped = await desk.bring(hats(130));
  expect(stopped).toMatchObject({
    progress: { state: "FAILED", done: 50 },
    created: 49,
    failure: expect.stringMatching(/daily limit. 50 records of the file were already written/),
  });
  const other = await openDesk(desk.world);
  expect((await other.bring(hats(3))).created).toBe(3);

  await leave(desk.world, maxImported);
  expect(await desk.bring(hats(130))).toMatchObject({
    progress: { state: "DONE" },
    created: 80,
    unchanged: 50,
  });
});

test("a catalogue of 10,000 products with ten variants and 5 KB of text takes less than a third of the daily limit", async ({
  desk,
}) => {
  const description = "<p>Warm and light. </p>".repeat(220);
  const one = Array.from({ length: 10 }, (_, i) =>
    i === 0
      ? sized("S0", { "Body (HTML)": description, "Variant SKU": "S-0" })
      : more(`S${i}`, { "Variant SKU": `S-${i}` }),
  );
  expect((await desk.bring(toCsv(one))).created).toBe(1);
  expect((await counted(desk.world)) * 10_000).toBeLessThan(maxImported / 3);
});
