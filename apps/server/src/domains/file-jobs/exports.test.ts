// @module-tag slow

import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { fileBytesPerMs } from "../../platform/http/callers/address-time.ts";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { readInSlices, writePart } from "./file-parts.ts";
import { clearFileJobs } from "./jobs.ts";
import { type Desk, hats, openDesk, test, workUntilCutOff } from "./file-jobs.fixture.ts";
import { more, sized } from "../catalogue-files/product-csv/csv.fixture.ts";
import { stocked } from "../catalogue-files/product-csv/import.fixture.ts";

describe("a whole catalogue through the API", () => {
  test("that is cut off inside a picture is rejected, and its job ends", async ({ desk }) => {
    const head = '{"type":"catalogue","format":"vetrina-catalogue","version":1,"currency":"USD"}';
    const picture = { type: "picture", id: "a", hash: "0".repeat(64), mediaType: "image/webp" };
    const cut = `${head}\n${JSON.stringify({ ...picture, parts: 1, media: null })}\n`;
    const refused = await desk.bring(cut, { dryRun: true });
    expect(refused).toMatchObject({ progress: { state: "FAILED" }, errorCount: 1 });
    expect((await desk.imports.listImportFindings({ id: refused.id })).items).toMatchObject([
      { row: 2, column: "parts", message: "bytes of the picture are missing" },
    ]);
    const broken = Buffer.concat([Buffer.from(`${head}\n`), Buffer.from([0xff, 0x0a])]);
    const notText = await desk.imports.createImport({
      storeId: desk.storeId,
      file: new Blob([broken], { type: "application/x-ndjson" }),
    });
    await desk.work();
    expect(await desk.imports.getImport({ id: notText.id })).toMatchObject({
      progress: { state: "FAILED" },
      errorCount: 1,
    });
  });

  test("is moved from one store to another despite an interruption, by users who may also create locations", async ({
    desk,
  }) => {
    const { world } = desk;
    await desk.bring([sized("S", stocked), more("M", stocked), ...hats(250)]);
    const { id } = await desk.exports.createExport({
      storeId: desk.storeId,
      body: { kind: "JSON_LINES" },
    });
    await desk.work();
    const file = await desk.exports.getExportFile({ id });
    expect(file.name).toMatch(/-catalogue\.jsonl$/);
    const other = await openDesk(world);
    const text = await file.text();
    const waiting = await other.send(text);
    expect(waiting.kind).toBe("JSON_LINES");
    await workUntilCutOff(world, 251);
    expect((await other.imports.getImport({ id: waiting.id })).progress).toMatchObject({
      state: "RUNNING",
      done: expect.toSatisfy((done: number) => done > 0 && done < 251),
    });
    await makeDue(world);
    await other.work();
    expect(await other.imports.getImport({ id: waiting.id })).toMatchObject({
      progress: { state: "DONE" },
      created: 251,
      failure: null,
    });
    expect(await other.bring(text)).toMatchObject({ created: 0, updated: 0 });
    const buyer = world.client({
      accessToken: await signedIn(world, {
        storeId: other.storeId,
        permissions: ["MANAGE_PRODUCTS"],
      }),
    });
    const blob = new Blob([text], { type: "application/x-ndjson" });
    await expect(
      buyer.imports.createImport({ storeId: other.storeId, file: blob }),
    ).rejects.toMatchObject({ code: "PERMISSION_NOT_HELD" });
  });
});

describe("an export through the API", () => {
  test("is written page by page and downloaded, and importing it again changes nothing", async ({
    desk,
  }) => {
    const { world, exports, storeId } = desk;
    await desk.bring([sized("S", stocked), more("M", stocked), ...hats(230)]);
    const file = await desk.take("PRODUCT_CSV");
    expect(file.name).toMatch(/^shop-.*-products\.csv$/);
    expect(await desk.bring(await file.text())).toMatchObject({ unchanged: 231, updated: 0 });
    const stock = await desk.take("INVENTORY_CSV");
    expect(await desk.bring(await stock.text())).toMatchObject({
      kind: "INVENTORY_CSV",
      progress: { state: "DONE" },
      unchanged: 232,
      updated: 0,
    });
    const { id } = await exports.createExport({ storeId, body: {} });
    await expect(exports.getExportFile({ id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await exports.cancelExport({ id });
    expect((await exports.listExports({ storeId })).items.map((one) => one.progress.state)).toEqual(
      ["CANCELLED", "DONE", "DONE"],
    );
    await world.admin.query(
      "update shop.file_jobs set expires_at = now() where expires_at is not null",
    );
    await clearFileJobs(world.services);
    const [, done] = (await exports.listExports({ storeId })).items;
    await expect(exports.getExportFile({ id: done?.id ?? "" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((world.services.files as unknown as { keys(): string[] }).keys()).toEqual([]);
  });

  test("is read in small parts while it is sent, so that a client that reads nothing holds little memory", async ({
    desk,
  }) => {
    const { id, content, reads } = await largeExport(desk);
    const read = vi.spyOn(desk.world.services.files, "read");
    const file = await desk.exports.getExportFile({ id });
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    expect(read).not.toHaveBeenCalled();
    expect(reads.sizes).toEqual([65_536, 65_536, 65_536, 65_536, 65_536]);
    expect(reads).toMatchObject({ opened: 1, closed: 1 });
  });

  test("is opened once for each download, and read a few parts at a time for one address", async ({
    desk,
  }) => {
    const arrived = Promise.withResolvers<void>();
    const { id, content, reads } = await largeExport(desk, arrived.promise);
    const sizes = Promise.all(
      Array.from({ length: 40 }, async () => (await desk.exports.getExportFile({ id })).size),
    );
    await expect.poll(() => reads.most).toBeGreaterThanOrEqual(8);
    // When these calls are answered, the downloads' own transactions have ended, so all downloads now wait for their
    // turns.
    for (let i = 0; i < 3; i += 1) await desk.exports.getExport({ id });
    arrived.resolve();
    expect(new Set(await sizes)).toEqual(new Set([content.length]));
    expect(reads).toMatchObject({ opened: 40, closed: 40, most: 8 });
  });

  test("is not read for a HEAD request", async ({ desk }) => {
    const { id, reads } = await largeExport(desk);
    const { world, storeId } = desk;
    const token = await signedIn(world, { storeId, permissions: ["EXPORT_DATA"] });
    const answer = await world.inject({
      method: "HEAD",
      url: `/api/v1/exports/${id}/file`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.statusCode, answer.payload]).toEqual([200, ""]);
    expect(reads.opened).toBe(0);
  });

  test("counts against the caller's time as it is read, and is closed when the client leaves", async ({
    desk,
  }) => {
    const { id, reads } = await largeExport(desk);
    const spent: number[] = [];
    const ctx = { services: desk.world.services, spendTime: (ms: number) => void spent.push(ms) };
    const slices = readInSlices(ctx, { id, parts: 1 }, (work) => work());
    await slices.next();
    await slices.next();
    await slices.return(undefined);
    expect(spent).toEqual([65_536 / fileBytesPerMs, 65_536 / fileBytesPerMs]);
    expect(reads).toMatchObject({ opened: 1, closed: 1 });
  });

  test("is refused to staff without the permission, and is not found by other stores' staff", async ({
    desk,
  }) => {
    const { world, storeId, exports, imports } = desk;
    const clerk = await staffClient(world, storeId, "STAFF");
    await expect(clerk.exports.createExport({ storeId, body: {} })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const otherStaff = await staffClient(world, await seedStore(world), "MANAGER");
    const [out, into] = [
      await exports.createExport({ storeId, body: {} }),
      await desk.send(hats(1)),
    ];
    for (const call of [
      () => otherStaff.exports.getExport({ id: out.id }),
      () => otherStaff.exports.getExportFile({ id: out.id }),
      () => otherStaff.imports.listImportFindings({ id: into.id }),
      () => otherStaff.imports.cancelImport({ id: into.id }),
      () => exports.getExport({ id: into.id }),
      () => imports.getImport({ id: out.id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (let i = 1; i < 20; i += 1) await exports.createExport({ storeId, body: {} });
    await expect(exports.createExport({ storeId, body: {} })).rejects.toMatchObject({
      code: "LIMIT_REACHED",
    });
  });
});

/**
 * Creates an export of 300 KB. `reads` counts how its file is read from then on. No read continues until `before`
 * resolves.
 */
async function largeExport(desk: Desk, before: Promise<void> = nextTurn()) {
  await desk.bring(hats(1));
  const { id } = await desk.exports.createExport({ storeId: desk.storeId, body: {} });
  await desk.work();
  const { files } = desk.world.services;
  const content = randomBytes(300_000);
  await writePart(files, id, 0, content);
  const reads = { opened: 0, closed: 0, most: 0, sizes: [] as number[] };
  let reading = 0;
  const counted = async <Result>(run: () => Promise<Result>) => {
    reads.most = Math.max(reads.most, (reading += 1));
    await before;
    return run().finally(() => (reading -= 1));
  };
  const original = { ...files };
  vi.spyOn(files, "open").mockImplementation(async (key) => {
    reads.opened += 1;
    const file = await counted(() => original.open(key));
    return (
      file && {
        readPart(from, to) {
          reads.sizes.push(to - from);
          return counted(() => file.readPart(from, to));
        },
        async close() {
          reads.closed += 1;
          await file.close();
        },
      }
    );
  });
  return { id, content, reads };
}
