// @module-tag slow

import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { createFindings, maxErrors, maxStored } from "../catalogue-files/findings.ts";
import { noNetwork } from "../catalogue-files/product-csv/import.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { hats, test, workFileJobs } from "./file-jobs.fixture.ts";

const head = '{"type":"catalogue","format":"vetrina-catalogue","version":1,"currency":"USD"}\n';
const bad = {
  "lines of JSON": head + "{}\n".repeat(4 * maxErrors),
  "a product CSV without handles": `Handle,Title\n${",b\n".repeat(4 * maxErrors)}`,
  "a product CSV of products without prices": `Handle,Title,Variant Price\n${Array.from({ length: 4 * maxErrors }, (_, i) => `h${i},b,x\n`).join("")}`,
  "an inventory CSV": `SKU,Location,On hand\n${",m,1\n".repeat(4 * maxErrors)}`,
};

describe("a file with many errors", () => {
  test.for(Object.entries(bad))(
    "%s is not read beyond the limit of errors",
    async ([, file], { world }) => {
      const storeId = await seedStore(world);
      const { imports } = await staffClient(world, storeId, "ADMIN");
      const sent = await send(imports, storeId, file);
      await workFileJobs(world);
      const { errorCount, progress } = await imports.getImport({ id: sent.id });
      expect(progress.state).toBe("FAILED");
      expect(errorCount).toBeGreaterThan(maxErrors);
      expect(errorCount).toBeLessThan(maxErrors + 100);
      const last = await imports.listImportFindings({
        id: sent.id,
        page: maxStored / 100,
        limit: 100,
      });
      expect(last.total).toBe(maxStored);
      expect(last.items.at(-1)).toMatchObject({
        kind: "ERROR",
        message:
          "the file has at least 10,000 errors, so the rest was not checked: correct these first",
      });
    },
  );

  test("stores the first rows of a warning and counts the others", async ({ desk }) => {
    const rows = hats(maxStored + 500, () => ({ "Variant Inventory Qty": "-1" }));
    const { id } = await desk.bring(rows, { dryRun: true });
    const { items } = await desk.imports.listImportFindings({ id });
    expect(items.find(({ message }) => message.startsWith("is below 0"))).toMatchObject({
      kind: "WARNING",
      row: 2,
      rowCount: maxStored + 500,
    });
    const findings = createFindings();
    for (let row = 0; row < 3 * maxStored; row += 1) {
      findings.warning(row, null, "the same");
      findings.warning(row, null, `another ${row}`);
      findings.error(row, "x".repeat(1_000_000), "y".repeat(1_000_000));
    }
    expect(findings.warnings[0]?.rows).toHaveLength(maxStored);
    expect(findings.warnings).toHaveLength(maxStored);
    expect(findings.errors).toHaveLength(maxStored);
    expect(findings.errorCount).toBe(3 * maxStored);
    expect(findings.errors[0]?.column).toHaveLength(200);
    expect(findings.errors[0]?.message).toHaveLength(1000);
  });
});

describe("time slices of imports", () => {
  test("split a long check, which continues where it stopped with its findings", async ({
    desk,
  }) => {
    const rows = hats(300, (i) => ({ "Variant Inventory Qty": i % 2 === 0 ? "-1" : "1" }));
    const { id } = await desk.send(rows, { dryRun: true });
    let calls = 0;
    await workFileJobs(desk.world, noNetwork, () => (calls += 1) > 4);
    const row = await desk.world.admin.query<{ checked: number; state: string }>(
      "select checked, state from shop.file_jobs where id = $1",
      [id],
    );
    expect(row.rows[0]?.state).toBe("RUNNING");
    expect(row.rows[0]?.checked).toBeGreaterThan(0);
    expect(row.rows[0]?.checked).toBeLessThan(300);
    await desk.work();
    expect(await desk.imports.getImport({ id })).toMatchObject({
      progress: { state: "DONE", done: 300, total: 300 },
      created: 300,
      updated: 0,
    });
    const { items } = await desk.imports.listImportFindings({ id });
    expect(items.find(({ message }) => message.startsWith("is below 0"))).toMatchObject({
      row: 2,
      rowCount: 150,
    });
  });

  test("never go to two large files at the same time, and a small one doesn't wait for them", async ({
    world,
  }) => {
    const [large, other, small] = [
      await sendFrom(world, 3_000_000),
      await sendFrom(world, 3_000_000),
      await sendFrom(world, 10),
    ];
    const { rows } = await world.admin.query(
      "select payload ->> 'fileJobId' as id, is_large as large from shop.jobs where kind = 'file-jobs.work' order by id",
    );
    expect(rows).toEqual([
      { id: large, large: true },
      { id: other, large: true },
      { id: small, large: false },
    ]);
    expect(await workFileJobs(world)).toBe(3);
  });
});

test("a file of many short rows counts as a large one", async ({ world }) => {
  const sent = [
    [25_000, "\n"],
    [25_000, "\r"],
    [12_000, "\r\n"],
    [9000, "\n"],
  ] as const;
  const areLarge: (boolean | undefined)[] = [];
  for (const [count, end] of sent) {
    const file = `Handle,Title${end}${`h,b${end}`.repeat(count)}`;
    const { rows } = await world.admin.query<{ is_large: boolean }>(
      "select is_large from shop.jobs where payload ->> 'fileJobId' = $1",
      [await sendFile(world, file)],
    );
    areLarge.push(rows[0]?.is_large);
  }
  expect(areLarge).toEqual([true, true, false, false]);
});

type Imports = Awaited<ReturnType<typeof staffClient>>["imports"];

function send(imports: Imports, storeId: string, file: string) {
  const blob = new Blob([file], { type: "text/csv" });
  return imports.createImport({ storeId, file: blob, fileName: "bad.csv", dryRun: true });
}

/** Uploads a file of about this many bytes to a new store. */
async function sendFrom(world: World, bytes: number): Promise<string> {
  return sendFile(world, `Handle,Title,Vendor,Variant Price\nh,b,"${"v".repeat(bytes)}",x\n`);
}

async function sendFile(world: World, file: string): Promise<string> {
  const storeId = await seedStore(world);
  const { imports } = await staffClient(world, storeId, "MANAGER");
  return (await send(imports, storeId, file)).id;
}
