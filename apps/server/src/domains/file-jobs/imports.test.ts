// @module-tag slow

import sharp from "sharp";
import { describe, expect } from "vitest";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { clearFileJobs } from "./jobs.ts";
import { hats, test, workFileJobs, workUntilCutOff } from "./file-jobs.fixture.ts";
import { shirt } from "../catalogue-files/product-csv/csv.fixture.ts";
import { noNetwork } from "../catalogue-files/product-csv/import.fixture.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";

describe("an import through the API", () => {
  test("waits, runs in steps, and reports what it did and for whom", async ({ desk }) => {
    const { imports, storeId, logging } = desk;
    const waiting = await desk.send(hats(450));
    expect(waiting).toMatchObject({
      kind: "PRODUCT_CSV",
      fileName: "spring.csv",
      dryRun: false,
      progress: { state: "WAITING", done: 0, total: null },
      step: null,
      startedAt: null,
    });
    expect(await desk.count()).toBe(0);
    expect(await desk.work()).toBe(1);
    const { id } = waiting;
    expect(await imports.getImport({ id })).toMatchObject({
      progress: { state: "DONE", done: 450, total: 450 },
      created: 450,
      updated: 0,
      unchanged: 0,
      errorCount: 0,
      failure: null,
      endedAt: expect.any(String),
    });
    expect(await desk.count()).toBe(450);
    const newest = await desk.products.listProducts({
      linkStoreId: storeId,
      limit: 100,
      sort: "newest",
    });
    expect(newest.items.map(({ link }) => link)).toEqual(hats(100).map(({ Handle }) => Handle));
    const { items } = await logging.listAuditEntries({ storeId, entityType: "product", limit: 1 });
    expect(items).toMatchObject([{ actor: { kind: "user" }, after: { import: "spring.csv" } }]);
    const again = await desk.bring(hats(450));
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 450 });
    expect((await imports.listImports({ storeId })).items.map((one) => one.id)).toEqual([
      again.id,
      id,
    ]);
    await clearFileJobs(desk.world.services);
    expect((desk.world.services.files as unknown as { keys(): string[] }).keys()).toEqual([]);
  });

  test("with an error changes nothing, and its findings are paged", async ({ desk }) => {
    const { imports } = desk;
    const rows = [...hats(300), ...hats(2, (i) => ({ Handle: `x-${i}` }))];
    const refused = await desk.bring([...rows, { ...shirt, "Variant Price": "4,90" }]);
    expect(refused).toMatchObject({
      progress: { state: "FAILED" },
      errorCount: 3,
      failure: expect.stringMatching(/errors. Nothing was changed/),
    });
    const { id } = refused;
    const found = await imports.listImportFindings({ id, limit: 2 });
    expect(found).toMatchObject({
      total: 3,
      items: [
        { kind: "ERROR", row: 302, column: "Variant SKU", message: expect.stringMatching(/H0/) },
        { row: 303 },
      ],
    });
    expect((await imports.listImportFindings({ id, page: 2, limit: 2 })).items).toMatchObject([
      { row: 304, column: "Variant Price" },
    ]);
    expect(await desk.count()).toBe(0);
  });

  test("as a dry run reports what would change, and changes nothing", async ({ desk }) => {
    expect(await desk.bring(hats(3), { dryRun: true })).toMatchObject({
      dryRun: true,
      progress: { state: "DONE" },
      created: 3,
    });
    expect(await desk.count()).toBe(0);
  });

  test("downloads pictures and reports those that failed", async ({ desk }) => {
    const picture = await sharp({
      create: { width: 400, height: 500, channels: 3, background: "#987" },
    })
      .jpeg()
      .toBuffer();
    const urls = ["https://a.example/1.jpg", "https://b.example/2.jpg"];
    const rows = hats(2, (i) => ({ "Image Src": urls[i] ?? "" }));
    const { id } = await desk.send(rows);
    await desk.work((url) => (url.includes("a.example") ? Promise.resolve(picture) : noNetwork()));
    expect(await desk.imports.getImport({ id })).toMatchObject({
      progress: { state: "DONE", done: 2 },
      imagesDownloaded: 1,
      imagesFailed: 1,
    });
    expect((await desk.imports.listImportFindings({ id, kind: "IMAGE" })).items).toMatchObject([
      { row: 3, column: "https://b.example/2.jpg", message: expect.stringMatching(/not known/) },
    ]);
  });

  test("fails if the store's currency changes during the import, because its amounts would be wrong", async ({
    desk,
  }) => {
    const { world, storeId, imports } = desk;
    const picture = "https://pictures.example/hat.png";
    const { id } = await desk.send(hats(1, () => ({ "Image Src": picture })));
    await desk.work(async () => {
      await world.admin.query("update shop.stores set currency = 'JPY' where id = $1", [storeId]);
      return noNetwork();
    });
    expect(await imports.getImport({ id })).toMatchObject({
      progress: { state: "FAILED" },
      failure: expect.stringMatching(
        /store's currency is now JPY.*Correct the file and send it again/,
      ),
    });
    expect(await desk.count()).toBe(0);
  });

  test("lists errors first, even those that are found after pictures that failed", async ({
    desk,
  }) => {
    const { world, storeId, imports } = desk;
    const picture = "https://pictures.example/hat.png";
    const { id } = await desk.send(hats(1, () => ({ "Image Src": picture })));
    await desk.work(async () => {
      await makeProduct(world, storeId, {
        options: [],
        variants: [{ options: {}, price: 40, stock: 1, sku: "H0" }],
      });
      return noNetwork();
    });
    expect((await imports.listImportFindings({ id })).items).toMatchObject([
      { kind: "ERROR", column: "Variant SKU" },
      { kind: "IMAGE", column: picture },
    ]);
  });

  test("moves a SKU between products, however far apart in the file", async ({ desk }) => {
    const rows = hats(250);
    await desk.bring(rows);
    const swapped = hats(250, (i) => ({ "Variant SKU": `H${i === 0 ? 249 : i === 249 ? 0 : i}` }));
    expect(await desk.bring(swapped)).toMatchObject({ updated: 2, unchanged: 248, errorCount: 0 });
  });

  test("that exchanges SKUs and is canceled between two steps is completed by sending the file again", async ({
    desk,
  }) => {
    const { world, storeId, imports } = desk;
    await desk.bring(hats(60));
    const swapped = hats(60, (i) => ({ "Variant SKU": `H${(i + 59) % 60}` }));
    const { id } = await desk.send(swapped);
    let calls = 0;
    await workFileJobs(world, noNetwork, () => (calls += 1) > 3);
    expect(await imports.cancelImport({ id })).toMatchObject({ progress: { done: 50 } });
    const lacking = async () =>
      (
        await world.admin.query<{ name: string }>(
          `select p.name from shop.variants v join shop.products p on p.store_id = v.store_id and p.id = v.product_id
           where v.store_id = $1 and v.sku is null order by 1`,
          [storeId],
        )
      ).rows.map(({ name }) => name);
    expect(await lacking()).toEqual(["Hat 59"]);
    expect(await desk.bring(swapped)).toMatchObject({ updated: 10, unchanged: 50 });
    expect(await lacking()).toEqual([]);
  });

  test("continues after an interruption where it stopped, with only one worker at a time", async ({
    desk,
  }) => {
    const { world, imports } = desk;
    const { id } = await desk.send(hats(650));
    await workUntilCutOff(world, 650);
    const cut = await imports.getImport({ id });
    expect(cut).toMatchObject({ progress: { state: "RUNNING" }, step: "WRITING" });
    expect(cut.progress.done).toBeGreaterThan(0);
    expect(cut.progress.done).toBeLessThan(650);
    expect(await desk.count()).toBe(cut.progress.done);
    // A failed step is retried after a minute, by only one of two processes.
    expect(await desk.work()).toBe(0);
    await makeDue(world);
    const slices = await Promise.all([desk.work(), desk.work()]);
    expect(slices.toSorted()).toEqual([0, 1]);
    expect(await imports.getImport({ id })).toMatchObject({
      progress: { state: "DONE", done: 650, total: 650 },
      created: 650,
      unchanged: 0,
    });
    expect(await desk.count()).toBe(650);
  });

  test("can be canceled once, while waiting or running, and fails for good after repeated failures", async ({
    desk,
  }) => {
    const { world, imports } = desk;
    const { id } = await desk.send(hats(2));
    expect(await imports.cancelImport({ id })).toMatchObject({ progress: { state: "CANCELLED" } });
    await expect(imports.cancelImport({ id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await desk.work();
    expect(await imports.getImport({ id })).toMatchObject({ progress: { state: "CANCELLED" } });
    const running = await desk.send(hats(450, () => ({ "Image Src": "https://a.example/1.jpg" })));
    await desk.work(async () => {
      await imports.cancelImport({ id: running.id });
      return noNetwork();
    });
    expect(await imports.getImport({ id: running.id })).toMatchObject({
      progress: { state: "CANCELLED" },
      step: "IMAGES",
    });
    expect(await desk.count()).toBe(0);
    const lost = await desk.send(hats(2));
    await world.services.files.remove([`private/jobs/${lost.id}/0`]);
    for (let tries = 0; tries < 6; tries += 1) {
      await desk.work();
      await makeDue(world);
    }
    expect(await imports.getImport({ id: lost.id })).toMatchObject({
      progress: { state: "FAILED" },
      failure: expect.stringMatching(/failed repeatedly/),
    });
  });

  test("of an empty, oversized or unsupported file is rejected and stores nothing", async ({
    desk,
  }) => {
    const { world, storeId, imports } = desk;
    await expect(desk.send("")).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const large = new Blob([new Uint8Array(64 * 1024 * 1024 + 1)], { type: "text/csv" });
    await expect(imports.createImport({ storeId, file: large })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
    const zip = new Blob(["PK"], { type: "application/zip" });
    await expect(imports.createImport({ storeId, file: zip })).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
    const { rows } = await world.admin.query("select from shop.file_jobs");
    expect(rows).toEqual([]);
    for (let i = 0; i < 20; i += 1) await desk.send(hats(1));
    await expect(desk.send(hats(1))).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });
});
