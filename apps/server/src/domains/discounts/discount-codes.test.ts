// @module-tag slow

import { describe, expect } from "vitest";
import { addRows } from "#tests/seed.ts";
import { imbalances } from "#tests/invariants.ts";
import { excessTick } from "#tests/costs.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { discountShop } from "./discounts.fixture.ts";
import { makeDiscountCodes } from "./jobs.ts";

const work = (world: World, job = makeDiscountCodes) => runJobs(world.services, { jobs: [job] });

/** Creates a shop with a discount that has unique codes. */
async function codeShop(world: World) {
  const shop = await discountShop(world);
  const { id } = await shop.create({
    type: "PERCENTAGE",
    value: 50,
    hasUniqueCodes: true,
    title: "Post cards",
  });
  const { discounts } = shop.staff;
  const file = async (batchId?: string) => {
    const read = await discounts.getDiscountCodes(batchId === undefined ? { id } : { id, batchId });
    const [header, ...lines] = (await read.text()).trimEnd().split("\r\n");
    return { name: read.name, header, lines, codes: lines.map((line) => line.split(",")[0] ?? "") };
  };
  return {
    ...shop,
    id,
    discounts,
    file,
    ask: (count: number, prefix = "") =>
      discounts.createDiscountCodes({ id, body: { count, prefix } }),
    batch: (batchId: string) => discounts.getDiscountCodeBatch({ id: batchId }),
  };
}

test("ten thousand unique codes are created in the background, exported as CSV, and each is valid for one order", async ({
  world,
}) => {
  const { id, ask, batch, file, quote, order, create, discounts } = await codeShop(world);
  const asked = await ask(10_000, "PC-");
  expect(asked).toMatchObject({
    discountId: id,
    count: 10_000,
    progress: { state: "WAITING", done: 0, total: 10_000 },
    endedAt: null,
  });
  await work(world);
  expect(await batch(asked.id)).toMatchObject({
    progress: { state: "DONE", done: 10_000, total: 10_000 },
    failure: null,
  });
  const { name, header, codes } = await file();
  expect(name).toBe("Post-cards-codes.csv");
  expect(header).toBe("Code,Created at,Order");
  expect(new Set(codes.map((one) => one.toUpperCase())).size).toBe(10_000);
  expect(codes.filter((one) => !/^PC-[A-HJ-NP-Z2-9]{12}$/.test(one))).toEqual([]);
  const code = codes[0] ?? "";
  expect((await quote(code.toLowerCase())).discount).toBe(30);
  const made = await order(code);
  expect(made.discountCode).toBe(code);
  await expect(order(code)).rejects.toMatchObject({ code: "DISCOUNT_INVALID" });
  expect((await file()).lines.filter((line) => line.endsWith(made.orderNumber))).toHaveLength(1);
  // Canceling an order makes its code usable again.
  await world.client({ orderKey: made.orderKey }).orders.cancelOrder({ id: made.id });
  await order(code);
  const plain = await create({ type: "PERCENTAGE", value: 5, code: "PLAIN" });
  await expect(
    discounts.createDiscountCodes({ id: plain.id, body: { count: 1 } }),
  ).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
});

test("each batch of codes is listed and can be read only through its discount", async ({
  world,
}) => {
  const { id, ask, batch, file, create, discounts } = await codeShop(world);
  const [first, second] = [await ask(3, "spring-"), await ask(2)];
  await work(world);
  expect((await file(first.id)).codes).toHaveLength(3);
  expect((await file(second.id)).codes).toHaveLength(2);
  expect((await file()).codes).toHaveLength(5);
  const list = await discounts.listDiscountCodeBatches({ id, limit: 1 });
  expect(list).toMatchObject({ total: 2, items: [{ id: second.id, count: 2 }] });
  const other = await create({ type: "PERCENTAGE", value: 5, hasUniqueCodes: true });
  const missing = { code: "NOT_FOUND" };
  await expect(
    discounts.getDiscountCodes({ id: other.id, batchId: first.id }),
  ).rejects.toMatchObject(missing);
  await expect(batch(id)).rejects.toMatchObject(missing);
  await expect(ask(1, "=1+1")).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});

/** Returns a job whose nth step fails, either before or after its writes. */
function failing(nth: number, isAfter: boolean) {
  let steps = 0;
  const run: typeof makeDiscountCodes.run = (services, job) => {
    const step: Job<{ batchId: string }>["step"] = (write, options) =>
      job.step(async (tx) => {
        steps += 1;
        if (steps === nth && !isAfter) throw new Error("the process was killed");
        const done = await write(tx);
        if (steps === nth) throw new Error("the process was killed");
        return done;
      }, options);
    return makeDiscountCodes.run(services, { ...job, step });
  };
  return { ...makeDiscountCodes, run, pauseSeconds: () => 0 };
}

describe("a batch whose worker", () => {
  test.for([
    ["before", 2, false],
    ["during", 3, true],
  ] as const)(
    "fails %s a step ends up with exactly the requested codes",
    async ([, nth, isAfter], { world }) => {
      const { ask, batch, file } = await codeShop(world);
      const { id } = await ask(4321, "X");
      await work(world, failing(nth, isAfter));
      expect((await batch(id)).progress).toEqual({ state: "DONE", done: 4321, total: 4321 });
      expect(new Set((await file(id)).codes).size).toBe(4321);
      expect(await imbalances(world)).toEqual([]);
    },
  );

  test("always fails is marked as failed and keeps the codes created so far", async ({ world }) => {
    const { ask, batch, file } = await codeShop(world);
    const { id } = await ask(2500);
    const job = failing(2, false);
    const { run } = job;
    let calls = 0;
    const once: typeof run = (services, claimed) => {
      calls += 1;
      if (calls > 1) throw new Error("again");
      return run(services, claimed);
    };
    await work(world, { ...job, run: once });
    expect(await batch(id)).toMatchObject({
      progress: { state: "FAILED", done: 1000, total: 2500 },
      failure: "The job failed repeatedly. Request the missing codes again.",
    });
    expect((await file()).codes).toHaveLength(1000);
  });
});

test("no more codes are created after a discount is deleted or loses its unique codes", async ({
  world,
}) => {
  const { id, ask, batch, file, discounts } = await codeShop(world);
  const stopped = await ask(5);
  await discounts.updateDiscount({ id, body: { hasUniqueCodes: false, code: "ONE" } });
  await work(world);
  expect(await batch(stopped.id)).toMatchObject({
    progress: { state: "CANCELLED", done: 0 },
    failure: "The discount was deleted, or no longer has unique codes.",
  });
  await discounts.updateDiscount({ id, body: { hasUniqueCodes: true, code: null } });
  await ask(5);
  await discounts.deleteDiscount({ id });
  await work(world);
  const { rows } = await world.admin.query("select from shop.discount_codes");
  expect(rows).toEqual([]);
  await expect(file()).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("too many codes of a discount or store, and too many batches, are rejected with advice", async ({
  world,
}) => {
  const { id, ask, storeId, create } = await codeShop(world);
  const refused = async (count: number) =>
    ask(count).then(
      () => null,
      (error: Error & { code: string }) => [error.code, error.message],
    );
  await addRows(
    world.admin,
    `insert into shop.discount_codes (store_id, discount_id, code)
     select $1, $2, 'C' || n from generate_series(1, 99990) n`,
    [storeId, id],
  );
  await ask(6);
  // Codes that are not created yet also count.
  expect(await refused(5)).toEqual([
    "LIMIT_REACHED",
    "A discount can have at most 100000 codes. Request no more than 4, or use another discount.",
  ]);
  await ask(4);
  expect(await refused(1)).toEqual([
    "LIMIT_REACHED",
    "A discount can have at most 100000 codes. To get more, use another discount.",
  ]);
  await world.admin.query("delete from shop.discount_codes");
  for (let n = 2; n < 10; n += 1) await ask(1);
  expect(await refused(1)).toMatchObject([
    "LIMIT_REACHED",
    expect.stringMatching(/^10 batches of codes are already being created/),
  ]);
  await work(world);
  await ask(1);
  await work(world);
  const other = await create({ type: "PERCENTAGE", value: 5, hasUniqueCodes: true });
  await world.admin.query(
    `insert into shop.discount_code_batches (store_id, id, discount_id, count, made, state, ended_at)
     select $1, gen_random_uuid(), $2, 1, 1, 'DONE', now() from generate_series(1, 1000)`,
    [storeId, id],
  );
  expect(await refused(1)).toMatchObject([
    "LIMIT_REACHED",
    expect.stringMatching(/at most 1000 batches/),
  ]);
  await world.admin.query("update shop.discount_code_batches set count = 1000, made = 1000");
  const { rows } = await world.admin.query<{ n: number }>(
    "select (1000000 - sum(made))::int as n from shop.discount_code_batches",
  );
  expect(rows[0]?.n).toBeLessThan(0);
  await expect(
    world.client().discounts.createDiscountCodes({ id: other.id, body: { count: 1 } }),
  ).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await refused(1)).toEqual([
    "LIMIT_REACHED",
    "A store can have at most 1000000 codes. To get more, delete a discount with codes.",
  ]);
});

test("a file of many codes is written in short ticks of the event loop, oldest code first", async ({
  world,
}) => {
  const { storeId, id, file } = await codeShop(world);
  await addRows(
    world.admin,
    `insert into shop.discount_codes (store_id, discount_id, code, created_at)
     select $1, $2, 'MANY-' || n, now() - n * interval '1 second' from generate_series(1, 40000) n`,
    [storeId, id],
  );
  let codes: string[] = [];
  const read = async () => {
    ({ codes } = await file());
  };
  expect(await excessTick(read, 40)).toBeNull();
  expect(codes).toEqual(Array.from({ length: 40_000 }, (_, i) => `MANY-${40_000 - i}`));
});
