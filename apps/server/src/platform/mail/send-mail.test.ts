import { pino } from "pino";
import { expect, vi } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { workOf } from "#tests/work-of.ts";
import { test, type World } from "#tests/world.ts";
import { queryable } from "../database/sql.ts";
import type { Composers } from "./compose.ts";
import {
  enqueueAccountMail,
  enqueueMail,
  forgetAccountMails,
  forgetMails,
} from "./enqueue-mail.ts";
import { MailRefused } from "./mail-refused.ts";
import type { Mail } from "./mailer.ts";
import { makeDue } from "../jobs/jobs.fixture.ts";
import { mailJobs } from "./send-mail.ts";

const content = {
  subject: "Your password was changed",
  preview: "",
  heading: "Changed",
  blocks: [{ kind: "text" as const, text: "It was changed." }],
  reason: "",
};
const composers: Composers = { "password-changed": () => content };

test("a store's email is sent once, in the store's name, and an account's in the platform's name", async ({
  world,
}) => {
  const storeId = await enqueued(world, "ada@example.com");
  await enqueuedForAccount(world, "eve@example.com");
  expect(await sweep(world)).toBe(2);
  expect(await sweep(world)).toBe(0);
  const [account, own] = world.mails.toSorted((a, b) => b.to.localeCompare(a.to));
  expect(own).toMatchObject({
    to: "ada@example.com",
    from: { name: "Sartoria", address: "no-reply@localhost" },
    replyTo: "hello@sartoria.example",
    subject: content.subject,
  });
  expect(account).toMatchObject({
    to: "eve@example.com",
    from: { name: "Vetrina", address: "no-reply@localhost" },
  });
  const rows = await mailRows(world);
  expect(rows.map(({ id, store_id, outcome }) => ({ id, store_id, outcome }))).toEqual([
    { id: own?.id, store_id: storeId, outcome: "sent" },
    { id: account?.id, store_id: null, outcome: "sent" },
  ]);
});

test("emails that are claimed together are read together, and recorded with the end of their jobs", async ({
  world,
}) => {
  const storeId = await enqueued(world, "a0@example.com");
  for (let n = 1; n < 6; n += 1) await enqueued(world, `a${n}@example.com`, storeId);
  await enqueuedForAccount(world, "eve@example.com");
  const { statements } = await workOf(() => sweep(world));
  const sent = (part: string) => statements.filter((text) => text.includes(part)).length;
  expect([sent("door.mails_to_send"), sent("catalogue.stores"), sent("door.end_mails")]).toEqual([
    1, 1, 0,
  ]);
  const rows = await mailRows(world);
  expect(rows.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => "sent"));
});

test("with MAIL_FROM all emails come from that address, with the store as reply-to", async ({
  world,
}) => {
  world.services.mailFrom = "mail@platform.example";
  await enqueued(world, "ada@example.com");
  await sweep(world);
  expect(world.mails[0]).toMatchObject({
    from: { name: "Sartoria", address: "mail@platform.example" },
    replyTo: "hello@sartoria.example",
  });
});

test("a temporary failure is retried later under the same id, and the log contains no address", async ({
  world,
}) => {
  await enqueued(world, "ada@example.com");
  const lines = logLines(world);
  const tried: string[] = [];
  const { mailer } = world.services;
  sendBy(world, async (mail) => {
    tried.push(mail.id);
    throw new Error("451 <ada@example.com> try later");
  });
  await sweep(world);
  expect(await sweep(world)).toBe(0);
  const [row] = await mailRows(world);
  expect(row).toMatchObject({
    attempts: 1,
    outcome: null,
    last_error: "451 <<address>> try later",
  });
  // The retry is due ten seconds after the attempt, plus or minus a fifth. On a busy machine, the attempt may be late.
  expect(row?.wait).toBeGreaterThanOrEqual(8);
  expect(row?.wait).toBeLessThan(70);
  expect(lines).toMatchObject([{ msg: "job failed and will be tried again", kind: "mail" }]);
  expect(JSON.stringify(lines)).not.toContain("ada@");

  world.services.mailer = mailer;
  await makeDue(world);
  expect(await sweep(world)).toBe(1);
  expect(world.mails.map(({ id }) => id)).toEqual(tried);
  expect((await mailRows(world))[0]).toMatchObject({
    outcome: "sent",
    last_error: null,
  });
});

test("a permanently rejected email is recorded and never retried", async ({ world }) => {
  await enqueued(world, "nobody@example.com");
  const lines = logLines(world);
  sendBy(world, () => Promise.reject(new MailRefused("550 no such mailbox")));
  await sweep(world);
  await makeDue(world);
  expect(await sweep(world)).toBe(0);
  expect((await mailRows(world))[0]).toMatchObject({
    outcome: "refused",
    last_error: "550 no such mailbox",
  });
  expect(lines).toMatchObject([{ level: 50, msg: "mail rejected permanently" }]);
});

test("an email fails for good after five days of attempts", async ({ world }) => {
  await enqueued(world, "ada@example.com");
  await enqueuedForAccount(world, "eve@example.com");
  const lines = logLines(world);
  const { mailer } = world.services;
  sendBy(world, () => Promise.reject(new Error("away")));
  for (const table of ["mails", "account_mails"])
    await world.admin.query(`update shop.${table} set created_at = now() - interval '121 hours'`);
  await sweep(world);
  expect((await mailRows(world)).map(({ outcome }) => outcome)).toEqual(["given up", "given up"]);
  expect(lines.map(({ msg }) => msg)).toEqual(["job given up", "job given up"]);
  // Once the cause is fixed, both are sent.
  world.services.mailer = mailer;
  await world.services.database.worker.query("select door.retry_job(id) from door.failed_jobs(10)");
  expect(await sweep(world)).toBe(2);
  expect((await mailRows(world)).map(({ outcome }) => outcome)).toEqual(["sent", "sent"]);
});

test("an email that a server delays doesn't hold up other or new emails", async ({ world }) => {
  const slow = Promise.withResolvers<void>();
  const storeId = await enqueued(world, "slow@example.com");
  for (let i = 0; i < 20; i++) await enqueued(world, `fast-${i}@example.com`, storeId);
  const sent: string[] = [];
  sendBy(world, async ({ to }) => {
    if (to === "slow@example.com") await slow.promise;
    sent.push(to);
  });
  const sweeping = sweep(world);
  await vi.waitFor(() => expect(sent).toHaveLength(20), waitLimit);
  await enqueued(world, "late@example.com", storeId);
  await vi.waitFor(() => expect(sent).toContain("late@example.com"), waitLimit);
  slow.resolve();
  expect(await sweeping).toBe(22);
  expect(sent.at(-1)).toBe("slow@example.com");
});

test("several processes share the queue, and each email is sent once", async ({ world }) => {
  const storeId = await seedStore(world);
  for (let i = 0; i < 30; i++) await enqueued(world, `a${i}@example.com`, storeId);
  for (let i = 0; i < 10; i++) await enqueuedForAccount(world, `b${i}@example.com`);
  await Promise.all([sweep(world), sweep(world), sweep(world)]);
  expect(world.mails).toHaveLength(40);
  expect(new Set(world.mails.map(({ to }) => to)).size).toBe(40);
});

test("an email with an unknown template waits; one that no longer applies, or whose store is deleted, is dropped", async ({
  world,
}) => {
  const storeId = await enqueued(world, "ada@example.com");
  await runJobs(world.services, { jobs: mailJobs({}) });
  expect((await mailRows(world))[0]?.last_error).toBe(
    "this version has no template password-changed",
  );
  await makeDue(world);
  await runJobs(world.services, { jobs: mailJobs({ "password-changed": () => null }) });
  expect((await mailRows(world))[0]?.outcome).toBe("dropped");
  await enqueued(world, "ada@example.com", storeId);
  await world.admin.query("update shop.stores set deleted_at = now()");
  await sweep(world);
  expect((await mailRows(world)).map(({ outcome }) => outcome)).toEqual(["dropped", "dropped"]);
  expect(world.mails).toEqual([]);
});

test("erasing an address deletes its emails of that store, and the platform's separately", async ({
  world,
}) => {
  const storeId = await enqueued(world, "Ada@example.com");
  await enqueued(world, "eve@example.com", storeId);
  const other = await enqueued(world, "ada@example.com");
  await enqueuedForAccount(world, "ada@example.com");
  const ctx = await world.system(storeId);
  expect(await ctx.tx((tx) => forgetMails(tx, "ADA@example.com"))).toBe(1);
  const { app } = world.services.database;
  const left = (await mailRows(world)).map(({ store_id, recipient }) => [store_id, recipient]);
  expect(left).toEqual([
    [storeId, "eve@example.com"],
    [other, "ada@example.com"],
    [null, "ada@example.com"],
  ]);
  expect(await forgetAccountMails(queryable(app), "ada@EXAMPLE.com")).toBe(1);
  expect(await mailRows(world)).toHaveLength(2);
});

test("a request may only add emails, and a shopper can't erase anyone", async ({ world }) => {
  const storeId = await enqueued(world, "ada@example.com");
  const client = await world.services.database.app.connect();
  const expectDenied = async (statement: string) => {
    await client.query("begin");
    await client.query("select door.enter_shopper($1)", [storeId]);
    await expect(client.query(statement)).rejects.toThrow(
      /permission denied|not entered|only staff/,
    );
    await client.query("rollback");
  };
  for (const table of ["mails", "account_mails"]) {
    await expectDenied(`select from shop.${table}`);
    await expectDenied(`update shop.${table} set recipient = 'x'`);
    await expectDenied(`delete from shop.${table}`);
  }
  await expectDenied("select door.mails_to_send('{}', '{}')");
  await expectDenied("select door.end_mails('[]')");
  await expectDenied("select door.forget_mails('ada@example.com')");
  client.release();
});

function sweep(world: World): Promise<number> {
  return runJobs(world.services, { jobs: mailJobs(composers) });
}

async function enqueued(world: World, to: string, storeId?: string): Promise<string> {
  const of = storeId ?? (await seedStore(world));
  const ctx = await world.system(of);
  await ctx.tx((tx) => enqueueMail(tx, { template: "password-changed", to, data: {} }));
  return of;
}

async function enqueuedForAccount(world: World, to: string): Promise<void> {
  const db = queryable(world.services.database.app);
  await enqueueAccountMail(db, { template: "password-changed", to, data: {} });
}

function sendBy(world: World, send: (mail: Mail) => Promise<void>): void {
  world.services.mailer = { send, close: () => {} };
}

type Line = { level: number; msg: string };

function logLines(world: World): Line[] {
  const lines: Line[] = [];
  world.services.log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  return lines;
}

type MailRow = {
  id: string;
  store_id: string | null;
  recipient: string;
  last_error: string | null;
  outcome: string | null;
  /** The attempts of the email's job; null once the job has ended. */
  attempts: number | null;
  /** Seconds from the email's creation to the next attempt. */
  wait: number | null;
};

/** The stores' emails, then the accounts', each in order of creation. */
async function mailRows(world: World): Promise<MailRow[]> {
  const { rows } = await world.admin.query<MailRow>(`
    select m.store_id, m.id, m.recipient, m.outcome, coalesce(j.last_error, m.last_error) as last_error, j.attempts,
      extract(epoch from j.run_at - m.created_at)::float as wait
    from (
      select store_id, id, recipient, outcome, last_error, created_at from shop.mails
      union all select null, id, recipient, outcome, last_error, created_at from shop.account_mails
    ) m left join shop.jobs j on j.payload ->> 'mailId' = m.id::text and j.failed_at is null
    order by m.store_id is null, m.id`);
  return rows;
}
