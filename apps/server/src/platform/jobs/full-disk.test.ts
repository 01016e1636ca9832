// @module-tag slow

import { expect } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { staffClient } from "../../domains/products/catalogue.fixture.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { mailJobs } from "../mail/send-mail.ts";
import { addJobs, jobRows, makeDue, testJob } from "./jobs.fixture.ts";

/** So many failures that a job with an ordinary error would then wait for hours. */
const rounds = 12;
const noSpace = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });

test("a job that fails because of a full disk is retried after ten seconds, however often", async ({
  world,
}) => {
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  await failOften(world, full);
  expect(await jobRows(world)).toMatchObject([
    { attempts: 0, failed: false, wait: expect.toSatisfy((wait: number) => wait <= 10) },
  ]);
});

test("a job that fails for its own reason waits longer each time", async ({ world }) => {
  await failOften(world, new Error("its own error"));
  expect(await jobRows(world)).toMatchObject([
    { attempts: rounds, wait: expect.toSatisfy((wait: number) => wait > 9000) },
  ]);
});

test("an email that fails because of a full disk waits seconds, not hours, and is always retried", async ({
  world,
}) => {
  const ctx = await world.system(await seedStore(world));
  await ctx.tx((tx) =>
    enqueueMail(tx, { template: "low-stock", to: "ada@example.com", data: { levels: [] } }),
  );
  await world.admin.query("update shop.jobs set attempts = 9");
  await world.admin.query("update shop.mails set created_at = now() - interval '6 days'");
  world.services.mailer.send = () => Promise.reject(noSpace);
  await runJobs(world.services, { jobs: mailJobs({ "low-stock": () => content }) });
  expect(await jobRows(world)).toMatchObject([
    { failed: false, wait: expect.toSatisfy((wait: number) => wait <= 10) },
  ]);
});

test("a bulk edit is retried however long the disk stays full", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedProduct(world, storeId);
  const staff = await staffClient(world, storeId);
  const change = { price: { add: 1 } };
  const body = { selection: { filter: {} }, change };
  const { id } = await staff.bulkEdits.createBulkEdit({ storeId, body });
  await world.admin.query(`
    create function shop.fail_writes() returns trigger language plpgsql as
      $$ begin raise exception 'provoked' using errcode = '53100'; end $$;
    create trigger fail_writes before insert on shop.bulk_edit_items for each row execute function shop.fail_writes()`);
  for (let i = 0; i < rounds; i++) {
    await runJobs(world.services);
    await makeDue(world);
  }
  expect(await staff.bulkEdits.getBulkEdit({ id })).toMatchObject({ state: "PREPARING" });
  await world.admin.query("drop trigger fail_writes on shop.bulk_edit_items");
  await runJobs(world.services);
  expect(await staff.bulkEdits.getBulkEdit({ id })).toMatchObject({ state: "READY" });
});

test("an export is retried however long the disk stays full", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedProduct(world, storeId);
  const staff = await staffClient(world, storeId);
  const { id } = await staff.exports.createExport({ storeId, body: { kind: "PRODUCT_CSV" } });
  const { files } = world.services;
  world.services.files = { ...files, write: () => Promise.reject(noSpace) };
  for (let i = 0; i < rounds; i++) {
    await runJobs(world.services);
    await makeDue(world);
  }
  expect((await staff.exports.getExport({ id })).progress.state).not.toBe("FAILED");
  world.services.files = files;
  await runJobs(world.services);
  expect((await staff.exports.getExport({ id })).progress.state).toBe("DONE");
});

const content = {
  subject: "Low stock",
  preview: "",
  heading: "Low stock",
  blocks: [],
  reason: "",
};

async function failOften(world: World, error: Error): Promise<void> {
  const job = testJob(() => Promise.reject(error));
  await addJobs(world, job, 1);
  for (let i = 0; i < rounds; i++) {
    await makeDue(world);
    await runJobs(world.services, { jobs: [job] });
  }
}
