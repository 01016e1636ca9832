import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { composers } from "../../composers.ts";
import { workBulkEdits } from "../../domains/bulk-edits/jobs.ts";
import { workFileJobs } from "../../domains/file-jobs/jobs.ts";
import { staffClient } from "../../domains/products/catalogue.fixture.ts";
import { enqueue } from "../outbox.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { sweepMails } from "./mail-sweep.ts";
import { type EventHandlers, sweepOutbox } from "./outbox-sweep.ts";

/** More attempts than any job gets before it is given up or waits for hours. */
const rounds = 12;
const noSpace = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });

test("an outbox job that fails because of a full disk is retried after ten seconds, however often", async ({
  world,
}) => {
  await seedEvent(world);
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  for (let i = 0; i < rounds; i++) await sweepOnce(world, full);
  expect(await outboxRow(world)).toMatchObject({ attempts: 0, wait: expect.closeTo(10, -1) });
});

test("an outbox job that fails for its own reason waits longer each time", async ({ world }) => {
  await seedEvent(world);
  for (let i = 0; i < rounds; i++) await sweepOnce(world, new Error("its own error"));
  const { attempts, wait } = await outboxRow(world);
  expect(attempts).toBe(rounds);
  expect(wait).toBeGreaterThan(9000);
});

test("an outbox job whose end could not be recorded can be claimed again within 40 seconds", async ({
  world,
}) => {
  await seedEvent(world);
  for (let i = 0; i < rounds; i++) {
    await world.admin.query("update shop.outbox set run_at = now()");
    await world.admin.query("select door.claim_outbox(8, 8, '{}', '{}')");
  }
  expect((await outboxRow(world)).wait).toBeLessThanOrEqual(40);
});

test("a mail that fails because of a full disk waits seconds, not hours", async ({ world }) => {
  const ctx = await world.system(await seedStore(world));
  await ctx.tx((tx) =>
    enqueueMail(tx, { template: "low-stock", to: "ada@example.com", data: { levels: [] } }),
  );
  await world.admin.query("update shop.mails set attempts = 9");
  world.services.mailer.send = () => Promise.reject(noSpace);
  await sweepMails(world.services, { ...composers, "low-stock": () => content });
  const { rows } = await world.admin.query<{ wait: number; ended: boolean }>(`
    select extract(epoch from run_at - now())::float as wait, ended_at is not null as ended from shop.mails`);
  expect(rows).toEqual([{ wait: expect.toSatisfy((wait: number) => wait <= 10), ended: false }]);
});

test("a bulk edit is not given up, however long the disk is full", async ({ world }) => {
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
    await workBulkEdits(world.services);
    await world.admin.query("update shop.bulk_edits set due_at = now() where due_at is not null");
  }
  expect(await staff.bulkEdits.getBulkEdit({ id })).toMatchObject({ state: "PREPARING" });
  await world.admin.query("drop trigger fail_writes on shop.bulk_edit_items");
  await workBulkEdits(world.services);
  expect(await staff.bulkEdits.getBulkEdit({ id })).toMatchObject({ state: "READY" });
});

test("an export is not given up, however long the disk is full", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedProduct(world, storeId);
  const staff = await staffClient(world, storeId);
  const { id } = await staff.exports.createExport({ storeId, body: { kind: "PRODUCT_CSV" } });
  const { files } = world.services;
  world.services.files = { ...files, write: () => Promise.reject(noSpace) };
  for (let i = 0; i < rounds; i++) await workJobs(world);
  expect((await staff.exports.getExport({ id })).progress.state).not.toBe("FAILED");
  world.services.files = files;
  await workJobs(world);
  expect((await staff.exports.getExport({ id })).progress.state).toBe("DONE");
});

const content = {
  subject: "Low stock",
  preview: "",
  heading: "Low stock",
  blocks: [],
  reason: "",
};

async function workJobs({ services, admin }: World): Promise<void> {
  await admin.query("update shop.file_jobs set claimed_until = null");
  await workFileJobs(services, () => Promise.reject(new Error("no picture is fetched")));
}

async function seedEvent(world: World): Promise<void> {
  const ctx = await world.system(await seedStore(world));
  await ctx.tx((tx) => enqueue(tx, "catalogue.changed", { tags: ["product:1"] }));
}

async function sweepOnce({ services, admin }: World, error: Error): Promise<void> {
  const fail = () => Promise.reject(error);
  const handlers: EventHandlers = {
    "catalogue.changed": fail,
    "language.moved": fail,
    "stock.low": fail,
  };
  await admin.query("update shop.outbox set run_at = now()");
  await sweepOutbox(services, handlers, services.log);
}

async function outboxRow({ admin }: World): Promise<{ attempts: number; wait: number }> {
  const { rows } = await admin.query<{ attempts: number; wait: number }>(`
    select attempts, extract(epoch from run_at - now())::float as wait from shop.outbox`);
  return rows[0] ?? { attempts: -1, wait: -1 };
}
