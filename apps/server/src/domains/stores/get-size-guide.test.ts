// @module-tag slow

import { Worker } from "node:worker_threads";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, vi } from "vitest";
import type { StoreHelp } from "@vetrina/contract/stores/store-content";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { fillTheQueue } from "../../platform/pdf/drawings.fixture.ts";
import { member } from "../roles/roles.fixture.ts";

test("the size guide is a PDF with every chart in centimeters and inches, in any script, on as many pages as needed", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const rows = Array.from({ length: 60 }, (_, i) => [`S${i}`, String(80 + i)]);
  const help = await world.client().stores.getHelp({ id: storeId });
  await owner.stores.updateStore({
    id: storeId,
    body: {
      help: {
        ...help,
        sizeCharts: [{ name: "Women 女", columns: ["Size", "Bust"], rows }],
        measuring: [{ title: "Bust", text: "Around the fullest part." }],
        sizeTips: ["Between two sizes take the larger."],
      },
    },
  });
  const file = await world.client().stores.getSizeGuide({ id: storeId });
  expect([file.name, file.type]).toEqual(["Size-guide.pdf", "application/pdf"]);
  const document = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  expect(totalPages).toBeGreaterThan(1);
  for (const word of [
    "WOMEN 女 · CENTIMETERS",
    "WOMEN 女 · INCHES",
    "80",
    "31½",
    "139",
    "54¾",
    "Around the fullest part.",
    "larger.",
  ])
    expect(text).toContain(word);
  await expect(world.client().stores.getSizeGuide({ id: "nowhere" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

const chart = (rows: number, columns: number, cell: string) => ({
  name: "Women",
  columns: Array.from({ length: columns }, (_, i) => `Column ${i}`),
  rows: Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, k) => `${i}.${k} ${cell}`),
  ),
});

/** Stores a guide that exceeds today's limits, as older guides may. */
async function storeGuide(world: World, help: Partial<StoreHelp>): Promise<void> {
  await world.admin.query("update shop.stores set help = help || $1", [JSON.stringify(help)]);
}

async function textOf(file: File) {
  const document = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  return extractText(document, { mergePages: true });
}

test("a guide from before the limits is drawn up to them, in a worker thread", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await storeGuide(world, { sizeCharts: [chart(100, 20, "Size 80 ".repeat(12))] });
  const handedOver = vi.spyOn(Worker.prototype, "postMessage");
  const file = await world.client().stores.getSizeGuide({ id: storeId });
  const jobs = handedOver.mock.calls.map(([job]) => (job as { name?: string }).name);
  handedOver.mockRestore();
  expect(jobs).toEqual(["drawSizeGuide"]);
  const { text, totalPages } = await textOf(file);
  expect(text).toContain("0.11");
  expect(text).not.toContain("0.12");
  expect(text).toContain("See the store's size guide page for the rest.");
  expect(totalPages).toBeLessThan(60);
});

test("an unchanged guide is drawn once, and not sent again to a client that has it", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const get = (headers: Record<string, string> = {}) =>
    world.app.inject({ url: `/api/v1/stores/${storeId}/size-guide`, headers });
  const first = await get();
  // The file contains its date, so one drawn on another day would differ from the cached one.
  world.services.now = () => new Date(Date.now() + 86_400_000);
  const later = await get();
  expect(later.rawPayload.equals(first.rawPayload)).toBe(true);
  const tag = String(first.headers.etag);
  const known = await get({ "if-none-match": tag });
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, "", tag]);
  await storeGuide(world, { sizeTips: ["Take the larger."] });
  const changed = await get({ "if-none-match": tag });
  expect(changed.statusCode).toBe(200);
  expect(changed.headers.etag).not.toBe(tag);
});

test("fails with a temporary error while many others wait to be drawn", async ({ world }) => {
  const storeId = await seedStore(world, { name: `Shop ${crypto.randomUUID()}` });
  const letThemEnd = fillTheQueue();
  await expect(world.client().stores.getSizeGuide({ id: storeId })).rejects.toMatchObject({
    code: "SERVER_BUSY",
    statusCode: 503,
  });
  const answer = await world.app.inject({ url: `/api/v1/stores/${storeId}/size-guide` });
  expect(answer.headers["retry-after"]).toBe("5");
  await letThemEnd();
  await expect(world.client().stores.getSizeGuide({ id: storeId })).resolves.toBeInstanceOf(File);
});

test("size charts and their texts have limits", async ({ world }) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const help = await world.client().stores.getHelp({ id: storeId });
  const write = (over: Partial<StoreHelp>) =>
    owner.stores.updateStore({ id: storeId, body: { help: { ...help, ...over } } }).then(
      () => "written",
      (error: { code: string; details: { path: string }[] }) => error.details[0]?.path,
    );
  const table: [Partial<StoreHelp>, string | undefined][] = [
    [{ sizeCharts: [chart(100, 12, "80")] }, "written"],
    [{ sizeCharts: [chart(101, 2, "80")] }, "body.help.sizeCharts.0.rows"],
    [{ sizeCharts: [chart(2, 13, "80")] }, "body.help.sizeCharts.0.columns"],
    [{ sizeCharts: [chart(1, 1, "x".repeat(57))] }, "body.help.sizeCharts.0.rows.0.0"],
    [{ sizeCharts: Array(11).fill(chart(1, 1, "80")) }, "body.help.sizeCharts"],
    [{ sizeCharts: [chart(60, 12, "x".repeat(40))] }, "body.help.sizeCharts"],
    [{ measuring: [{ title: "Bust", text: "x".repeat(2001) }] }, "body.help.measuring.0.text"],
    [{ sizeTips: Array(21).fill("x") }, "body.help.sizeTips"],
  ];
  for (const [over, outcome] of table)
    expect([Object.keys(over), (await write(over))?.replace(/^(?!body|written)/, "body.")]).toEqual(
      [Object.keys(over), outcome],
    );
});
