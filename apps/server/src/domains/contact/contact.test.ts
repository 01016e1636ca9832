import { createTransport } from "nodemailer";
import { expect } from "vitest";
import { ContactSubject } from "@vetrina/contract/stores/contact";
import { LanguageCode } from "@vetrina/contract/enumerations";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import type { Mail } from "../../platform/mail/mailer.ts";
import { messageOf } from "../../platform/mail/message.ts";
import { openAccount } from "../customers/customers.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { moveClock } from "../users/user.fixture.ts";

const body = {
  name: "Ada Lovelace",
  email: "Ada@Example.com",
  subject: "Product question",
  message: "Is it lined?\n\nI'd like to know.",
} as const;

const storeOf = (mails: readonly Mail[]) => mails.filter(({ to }) => to !== "ada@example.com");
const copiesOf = (mails: readonly Mail[]) => mails.filter(({ to }) => to === "ada@example.com");

test("a message is stored, mailed to the store with Reply-To, and copied to its sender", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const answer = await world.client().contact.createContactMessage({ storeId, body });
  expect(answer).toEqual({ status: "RECEIVED" });
  const mails = await world.sendMails();
  const { rows } = await world.admin.query<{ email: string }>(
    "select contact ->> 'email' as email from shop.stores where id = $1",
    [storeId],
  );
  expect(storeOf(mails)).toMatchObject([
    {
      to: rows[0]?.email,
      replyTo: "ada@example.com",
      subject: "Message from Ada Lovelace: Product question",
    },
  ]);
  expect(storeOf(mails)[0]?.text).toContain("Is it lined?\n\nI'd like to know.");
  const [copy] = copiesOf(mails);
  expect(copy).toMatchObject({ replyTo: rows[0]?.email, subject: "Copy of a message to Sartoria" });
  const said = copy?.text.indexOf(
    "This is a copy of the message sent to Sartoria from this address.\n\nIf you didn't send it, ignore this email: someone else entered this address on Sartoria's website. The message below is not from Sartoria.",
  );
  expect(said).toBeGreaterThan(-1);
  expect(said).toBeLessThan(copy?.text.indexOf("Is it lined?") ?? 0);
  expect(copy?.text).not.toContain("Ada Lovelace");
  // The form was sent on the platform's own host, which serves the default store, the one that was created first.
  expect(copy?.text).toContain("\nhttp://localhost:3000\n");

  const staff = await staffClient(world, storeId, "STAFF");
  const list = await staff.contact.listContactMessages({ storeId });
  expect(list).toMatchObject({
    total: 1,
    items: [
      { name: body.name, email: "ada@example.com", subject: body.subject, message: body.message },
    ],
  });
  const { rows: trail } = await world.admin.query<{ after: unknown }>(
    "select after from shop.audit_entries where entity_type = 'contact message'",
  );
  expect(trail).toEqual([{ after: { subject: "Product question" } }]);
});

test("messages are listed newest first and filtered by email and subject; customers, other users and other stores are refused", async ({
  world,
}) => {
  const [storeId, otherId] = [await seedStore(world), await seedStore(world)];
  const { contact } = world.client();
  await contact.createContactMessage({ storeId, body });
  await contact.createContactMessage({ storeId, body: { ...body, subject: "Press" } });
  await contact.createContactMessage({ storeId, body: { ...body, email: "eve@example.com" } });
  const staff = await staffClient(world, storeId, "STAFF");
  const subjects = async (query: { email?: string; subject?: "Press"; page?: number }) =>
    (await staff.contact.listContactMessages({ storeId, limit: 2, ...query })).items.map(
      (item) => `${item.email} ${item.subject}`,
    );
  expect(await subjects({})).toEqual(["eve@example.com Product question", "ada@example.com Press"]);
  expect(await subjects({ page: 2 })).toEqual(["ada@example.com Product question"]);
  expect(await subjects({ email: "ADA@example.com" })).toHaveLength(2);
  expect(await subjects({ subject: "Press" })).toEqual(["ada@example.com Press"]);
  const others = await staffClient(world, otherId, "STAFF");
  expect((await others.contact.listContactMessages({ storeId: otherId })).total).toBe(0);
  const customer = (await openAccount(world)).client;
  for (const caller of [others, customer, world.client()])
    await expect(caller.contact.listContactMessages({ storeId })).rejects.toMatchObject({
      statusCode: expect.toSatisfy((status: number) => [401, 403, 404].includes(status)),
    });
});

test("twenty identical messages sent concurrently are stored as one and send two emails, and an hour later the same text is accepted again", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { contact } = world.client();
  await Promise.all(
    Array.from({ length: 20 }, () => contact.createContactMessage({ storeId, body })),
  );
  expect(await world.sendMails()).toHaveLength(2);
  moveClock(world, 60 * 60 + 1);
  await contact.createContactMessage({ storeId, body });
  expect(await countOf(world)).toBe(2);
});

test("an address gets two copies an hour from a store, regardless of its tag, and the store gets each message", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { contact } = world.client();
  for (let i = 0; i < 4; i++)
    await contact.createContactMessage({
      storeId,
      body: { ...body, email: i === 3 ? "ada+news@example.com" : body.email, message: `No. ${i}` },
    });
  const mails = await world.sendMails();
  expect(mails.filter(({ subject }) => subject.startsWith("Copy of"))).toHaveLength(2);
  expect(mails.filter(({ subject }) => subject.startsWith("Message from"))).toHaveLength(4);
  expect(await countOf(world)).toBe(4);
});

test("messages go to the owner's verified address until the contact address is verified", async ({
  world,
}) => {
  const { client, email } = await openAccount(world);
  const store = {
    slug: "relay",
    name: "Relay",
    country: "US",
    contact: { email: "person0@relay.example" },
  } as const;
  const { id: storeId } = await client.stores.createStore({ body: store });
  for (let i = 0; i < 4; i += 1) {
    const contact = { email: `person${i}@relay.example`, phone: null, address: [], hours: [] };
    await client.stores.updateStore({ id: storeId, body: { contact } });
    await world.client().contact.createContactMessage({
      storeId,
      body: { ...body, message: `Open https://evil.example/${i}` },
    });
  }
  const messages = (await world.sendMails()).filter(({ subject }) => subject.includes("Ada"));
  expect(messages.map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => email));
  expect(messages[0]?.text).toContain("an account at Relay uses this address");
  expect((await client.contact.listContactMessages({ storeId })).total).toBe(4);

  const contact = { email, phone: null, address: [], hours: [] };
  await client.stores.updateStore({ id: storeId, body: { contact } });
  await world.client().contact.createContactMessage({ storeId, body });
  const own = (await world.sendMails()).findLast(({ subject }) => subject.includes("Ada"));
  expect(own?.to).toBe(email);
  expect(own?.text).toContain("this is the contact address of Relay");
});

test("copies count toward the store's hourly email limit, but messages to its own mailbox don't", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    "insert into shop.rate_limits (bucket, window_start, calls) select $1 || ' contact-copy rest ' || $2, to_timestamp(floor(extract(epoch from now()) / 3600) * 3600), 100",
    ["store mail", storeId],
  );
  await world.client().contact.createContactMessage({ storeId, body });
  expect(await world.sendMails()).toHaveLength(1);
  expect(await countOf(world)).toBe(1);
});

test("a message of very many lines from a name with control characters is mailed in full", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const message = "a\n".repeat(1999) + "a";
  await world.client().contact.createContactMessage({
    storeId,
    body: { ...body, name: "👗", message },
  });
  const mails = await world.sendMails();
  expect(storeOf(mails)[0]?.subject).toBe("Message from ada example. com: Product question");
  for (const mail of mails) expect(mail.text.match(/^a$/gm)).toHaveLength(2000);
});

test("an address gets at most six copies an hour from all stores together", async ({ world }) => {
  const { contact } = world.client();
  for (let i = 0; i < 8; i++)
    await contact.createContactMessage({ storeId: await seedStore(world), body });
  expect(copiesOf(await world.sendMails())).toHaveLength(6);
});

test("the store's own mailbox gets at most sixty emails an hour, even if its owner has verified it; further messages are only stored", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await openAccount(world);
  const db = world.admin;
  await db.query(
    `update shop.stores set environment = 'LIVE', contact = contact || jsonb_build_object('email', $2::text) where id = $1`,
    [storeId, owner.email],
  );
  await db.query(
    `insert into shop.role_assignments (store_id, user_id, role_id, joined)
     select $1, $2, id, true from shop.roles where store_id = $1 and type = 'ADMIN' limit 1`,
    [storeId, owner.userId],
  );
  const { contact } = world.client();
  for (let i = 0; i < 62; i++)
    await contact.createContactMessage({
      storeId,
      body: { ...body, email: `ada${i}@example.com` },
    });
  const mails = await world.sendMails();
  expect(mails.filter(({ to }) => to === owner.email)).toHaveLength(60);
  expect(await countOf(world)).toBe(62);
});

const hostile = "a\r\nBcc: eve@example.com\u2028X\u202Egnp\u0007";

test("a name can't add a header, a message can't add markup, and a copy contains no link", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const message = `<script>alert(1)</script>\r\n<a href="https://evil.example/x">x</a> www.evil.example eve@evil.example\u202E`;
  await world.client().contact.createContactMessage({
    storeId,
    body: { ...body, name: hostile, message },
  });
  const mails = await world.sendMails();
  expect(mails).toHaveLength(2);
  for (const mail of mails) {
    expect(mail.html).not.toMatch(/<(?:script|a href="https:\/\/evil)/i);
    expect(mail.html).toContain("&lt;script&gt;");
    for (const control of "\u0007\r\u2028\u202e")
      expect(`${mail.subject}${mail.html}${mail.text}`).not.toContain(control);
    const raw = await compiled(mail);
    const headers = raw.slice(0, raw.search(/\r?\n\r?\n/));
    expect(headers).not.toMatch(/^(?:Bcc|Cc):/im);
    expect(headers.match(/^Reply-To:.*$/gim)).toHaveLength(1);
  }
  const [copy] = copiesOf(mails);
  for (const part of [copy?.html, copy?.text])
    expect(part).not.toMatch(/evil\.example|https:\/\/evil|eve@\S/);
  const { rows } = await world.admin.query<{ name: string; message: string }>(
    "select name, message from shop.contact_messages",
  );
  expect(rows[0]?.name).toBe("a Bcc: eve@example.com X gnp");
  expect(rows[0]?.message).not.toMatch(/[\r\u202e]/);
});

test("both mails about a return have the order number in their subject, so that two returns differ", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { contact } = world.client();
  for (const returnOf of ["K6TP-25X1", "7K3M-9QXZ"]) {
    const message = `Order number: ${returnOf}`;
    const returned = { ...body, subject: "Returns and exchanges", message, returnOf } as const;
    await contact.createContactMessage({ storeId, body: returned });
  }
  const mails = await world.sendMails();
  expect(storeOf(mails).map(({ subject }) => subject)).toEqual([
    "Return of order K6TP-25X1",
    "Return of order 7K3M-9QXZ",
  ]);
  expect(copiesOf(mails).map(({ subject }) => subject)).toEqual([
    "Copy of a message to Sartoria: Return of order K6TP-25X1",
    "Copy of a message to Sartoria: Return of order 7K3M-9QXZ",
  ]);
  for (const { text } of mails) expect(text).toMatch(/Subject: Return of order \w{4}-\w{4}/);
});

test("rejects missing or long fields, unknown subjects, and two addresses or none", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { contact } = world.client();
  for (const wrong of [
    { name: "" },
    { name: "x".repeat(121) },
    { message: " \u200B " },
    { message: "x".repeat(4001) },
    { email: "ada" },
    { email: "ada@example.com, eve@example.com" },
    { email: "ada@example.com\r\nBcc: eve@example.com" },
    { email: "Ada <ada@example.com>" },
    { subject: "Spam" as "Press" },
    { returnOf: "" },
    { returnOf: "k6tp-25x1" },
    { returnOf: "K6TP-25X1\r\nBcc: eve@example.com" },
    { returnOf: "K6TP-25X1\n" },
    { returnOf: "OILU-1234" },
    { returnOf: "www.evil.example" },
  ])
    await expect(
      contact.createContactMessage({ storeId, body: { ...body, ...wrong } }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  expect(await countOf(world)).toBe(0);
});

test("a customer's messages are exported, and erased with the customer along with those from a former email", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { userId, client } = await openAccount(world, { email: "old@example.com" });
  const { id } = await client.customers.getMyCustomer({ storeId });
  const { contact } = world.client();
  const send = (from: string) =>
    contact.createContactMessage({ storeId, body: { ...body, email: from } });
  await send("old@example.com");
  const email = "new@example.com";
  await world.admin.query("update shop.users set email = $2 where id = $1", [userId, email]);
  for (const from of [email, "other@example.com"]) await send(from);
  const { contactMessages } = await client.customers.exportCustomer({ id });
  expect(contactMessages.map((one) => one.email)).toEqual([email]);
  await client.customers.eraseCustomer({ id });
  const { rows } = await world.admin.query("select email from shop.contact_messages");
  expect(rows).toEqual([{ email: "other@example.com" }]);
  const mails = await world.sendMails();
  expect(mails.map(({ replyTo }) => replyTo)).toContain("other@example.com");
  expect(JSON.stringify(mails)).not.toContain("old@example.com");
});

test("both mails are composed in each of the thirteen languages", async ({ world }) => {
  const storeId = await seedStore(world);
  await world.admin.query("update shop.stores set environment = 'LIVE' where id = $1", [storeId]);
  for (const subject of ContactSubject.options)
    await world.client().contact.createContactMessage({ storeId, body: { ...body, subject } });
  const { rows } = await world.admin.query<{ id: string }>("select id from shop.contact_messages");
  await world.admin.query("delete from shop.mails");
  const ctx = await world.system(storeId);
  const before = world.mails.length;
  for (const language of LanguageCode.options) {
    await ctx.tx(async (tx) => {
      for (const [i, { id: messageId }] of rows.entries()) {
        const data = { messageId };
        const store = "hello@sartoria.example";
        await enqueueMail(tx, { template: "contact-message", to: store, language, data });
        const to = `${language}${i}@example.com`.toLowerCase();
        await enqueueMail(tx, { template: "contact-copy", to, language, data });
      }
    });
    await world.sendMails();
    await world.admin.query("truncate shop.rate_limits");
  }
  const mails = world.mails.slice(before);
  expect(mails).toHaveLength(LanguageCode.options.length * rows.length * 2);
  // Each language has one subject for each topic, and one for the copy.
  const subjects = new Set(mails.map((mail) => mail.subject));
  expect(subjects.size).toBe(LanguageCode.options.length * (rows.length + 1));
  for (const mail of mails) expect(mail.text).not.toContain("undefined");
});

test("messages are deleted after two years", async ({ world }) => {
  const storeId = await seedStore(world);
  for (const message of ["old", "new"])
    await world.client().contact.createContactMessage({ storeId, body: { ...body, message } });
  await world.admin.query(
    "update shop.contact_messages set created_at = now() - interval '731 days' where message = 'old'",
  );
  await world.services.database.worker.query("select door.sweep_contact_messages()");
  const { rows } = await world.admin.query("select message from shop.contact_messages");
  expect(rows).toEqual([{ message: "new" }]);
});

const limited = test.extend({ options: { rateLimits: true } });

limited("one address can send ten messages an hour without affecting others", async ({ world }) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    "insert into shop.rate_limits (bucket, window_start, calls) values ($1, to_timestamp(floor(extract(epoch from now()) / 3600) * 3600), 9)",
    ["contact hour 192.0.2.7"],
  );
  const send = (address: string, message: string) =>
    world.client({ address }).contact.createContactMessage({ storeId, body: { ...body, message } });
  await send("192.0.2.7", "the tenth");
  await expect(send("192.0.2.7", "one more")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await send("192.0.2.8", "another's");
  expect(await countOf(world)).toBe(2);
});

async function countOf(world: World): Promise<number> {
  const { rows } = await world.admin.query<{ n: number }>(
    "select count(*)::int as n from shop.contact_messages",
  );
  return rows[0]?.n ?? 0;
}

/** Returns the email as an SMTP server receives it. */
async function compiled(mail: Mail): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(messageOf(mail));
  return Buffer.isBuffer(message) ? message.toString("utf8") : "";
}
