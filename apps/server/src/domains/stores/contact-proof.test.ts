// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { type Client, test, type World } from "#tests/world.ts";
import { type Account, openAccount } from "../customers/customers.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import { provenMs } from "../users/rules.ts";
import { moveClock, password, signInAs } from "../users/user.fixture.ts";
import { contactChangesAnHour } from "./contact-proof.ts";

const over = { code: "TOKEN_INVALID", statusCode: 400 };
const address = "desk@shop.example";
const contactOf = (email: string) => ({ email, phone: null, address: [], hours: [] });

async function openStoreOf({ client }: Account, slug: string) {
  const { id } = await client.stores.createStore({
    body: {
      slug,
      name: "Win 1000 EUR at casino-bonus.example",
      country: "US",
      contact: { email: "first@shop.example" },
    },
  });
  const enter = (email: string) =>
    client.stores.updateStore({ id, body: { contact: contactOf(email) } });
  const isConfirmed = async () =>
    (await client.stores.getStore({ id })).settings?.isContactConfirmed;
  return { id, enter, isConfirmed };
}

/** Returns the emails to the address since the last call, oldest first. */
async function mailedTo(world: World, email: string) {
  const before = world.mails.length;
  return (await world.sendMails()).slice(before).filter(({ to }) => to === email);
}

async function linkTo(world: World, email = address): Promise<string> {
  const mail = (await mailedTo(world, email)).at(-1);
  return /confirm-store-email\?token=([\w-]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
}

const confirm = (world: World, token: string) =>
  world.client().stores.verifyContactEmail({ body: { token } });

test("the link mailed to a contact address verifies it once, and messages go there until the address changes", async ({
  world,
}) => {
  const owner = await openAccount(world);
  const { id, enter, isConfirmed } = await openStoreOf(owner, "desk");
  expect((await enter("Desk@Shop.example")).settings?.isContactConfirmed).toBe(false);
  const [mail] = await mailedTo(world, "Desk@Shop.example");
  expect(mail?.subject).toBe("Confirm the contact address of a store at Vetrina");
  expect(mail?.from.name).toBe("Vetrina");
  expect(mail?.text).toContain("desk");
  expect(`${mail?.subject}${mail?.html}${mail?.text}${mail?.replyTo}`).not.toMatch(/casino|Ada/);
  const token = /token=([\w-]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
  const uses = await Promise.allSettled([confirm(world, token), confirm(world, token)]);
  expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(confirm(world, token)).rejects.toMatchObject(over);
  expect(await isConfirmed()).toBe(true);
  const { rows } = await world.admin.query(
    "select actor_kind, after from shop.audit_entries where after ? 'contactEmail'",
  );
  expect(rows).toEqual([{ actor_kind: "shopper", after: { contactEmail: "confirmed" } }]);
  const write = async () => {
    await world.client().contact.createContactMessage({
      storeId: id,
      body: {
        name: "Eve",
        email: "eve@example.com",
        subject: "Order",
        message: `${Math.random()}`,
      },
    });
    return (await world.sendMails()).findLast(({ subject }) => subject.includes("Eve"))?.to;
  };
  expect(await write()).toBe("Desk@Shop.example");

  // Saving the same address again keeps it verified and sends no link.
  await enter("desk@shop.example");
  expect(await isConfirmed()).toBe(true);
  expect(await mailedTo(world, "desk@shop.example")).toEqual([]);
  await enter("other@shop.example");
  expect(await isConfirmed()).toBe(false);
  expect(await write()).toBe(owner.email);
  await enter(address);
  expect(await isConfirmed()).toBe(false);
});

test("a link does not verify another address or store, expires after a day, and is replaced by a newer one", async ({
  world,
}) => {
  const owner = await openAccount(world);
  const mine = await openStoreOf(owner, "mine");
  const yours = await openStoreOf(await openAccount(world), "yours");
  await mine.enter(address);
  const changed = await linkTo(world);
  await mine.enter("other@shop.example");
  await expect(confirm(world, changed)).rejects.toMatchObject(over);
  expect(await mine.isConfirmed()).toBe(false);

  await mine.enter(address);
  const current = await linkTo(world);
  await expect(confirm(world, changed)).rejects.toMatchObject(over);
  await yours.enter(address);
  await confirm(world, await linkTo(world));
  expect([await mine.isConfirmed(), await yours.isConfirmed()]).toEqual([false, true]);
  await confirm(world, current);
  expect(await mine.isConfirmed()).toBe(true);

  await mine.enter("late@shop.example");
  const late = await linkTo(world, "late@shop.example");
  moveClock(world, 24 * 60 * 60 + 60);
  await expect(confirm(world, late)).rejects.toMatchObject(over);
  for (const token of ["x".repeat(64), `${late.slice(0, -1)}A`])
    await expect(confirm(world, token)).rejects.toMatchObject(over);
});

test("a store's link opens no account, and an account's link verifies no store", async ({
  world,
}) => {
  const { enter, isConfirmed } = await openStoreOf(await openAccount(world), "kinds");
  await enter(address);
  const token = await linkTo(world);
  const { users } = world.client();
  await expect(users.verifyEmail({ body: { token } })).rejects.toMatchObject(over);
  const body = { token, password: "nobody would guess" };
  await expect(users.resetPassword({ body })).rejects.toMatchObject(over);
  await users.register({
    body: { email: "new@example.com", name: "New", password: "nobody would guess" },
  });
  const [mail] = await mailedTo(world, "new@example.com");
  const foreign = /token=([\w-]{64})/.exec(mail?.text ?? "")?.[1] ?? "";
  await expect(confirm(world, foreign)).rejects.toMatchObject(over);
  expect(await isConfirmed()).toBe(false);
});

test("the verified address of a staff member needs no link", async ({ world }) => {
  const owner = await openAccount(world);
  const { enter, isConfirmed } = await openStoreOf(owner, "own");
  await enter(owner.email);
  expect(await isConfirmed()).toBe(true);
  const mails = await mailedTo(world, owner.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("The contact address of"),
  ]);
});

test("limits the links to an address over all stores of an owner, and rejects the change if none can be mailed", async ({
  world,
}) => {
  const owner = await openAccount(world);
  const answers: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    const { id, enter } = await openStoreOf(owner, `many-${n}`);
    answers.push(
      await enter(`desk+${n}@shop.example`).then(
        () => "mailed",
        ({ code }) => code,
      ),
    );
    const { contact } = await owner.client.stores.getStore({ id });
    expect(contact.email === `desk+${n}@shop.example`).toBe(answers.at(-1) === "mailed");
  }
  const sent = (await world.sendMails()).filter(({ to }) => to.startsWith("desk+"));
  // A new hour may begin during the test, which doubles the limit.
  expect(sent.length).toBeLessThanOrEqual(6);
  expect(sent).toHaveLength(answers.filter((one) => one === "mailed").length);
  expect(answers.at(-1)).toBe("RATE_LIMITED");

  const { enter } = await openStoreOf(await openAccount(world), "patient");
  for (let n = 0; n < 5; n += 1) await enter("again@shop.example").catch(() => {});
  expect((await mailedTo(world, "again@shop.example")).length).toBeLessThanOrEqual(6);
  await enter("again@shop.example");
});

test("a new address is reported to the owners, and needs a recent proof of identity", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const manager = await member(world, storeId, "MANAGER");
  const { accessToken, refreshToken } = await signInAs(world, manager.email);
  const enter = (client: Client, email: string, proof: object = {}) =>
    client.stores.updateStore({ id: storeId, body: { contact: contactOf(email), ...proof } });
  const reported = async () =>
    (await mailedTo(world, owner.email)).filter(({ text }) => text.includes("New contact address"));
  await enter(world.client({ accessToken }), address);
  expect(await reported()).toMatchObject([{ text: expect.stringContaining(address) }]);

  moveClock(world, provenMs / 1000 + 1);
  const refreshed = await world.client().users.refreshToken({ body: { refreshToken } });
  const client = world.client(refreshed);
  const thief = "thief@mallory.example";
  await expect(enter(client, thief)).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "currentPassword" }],
  });
  await expect(enter(client, thief, { currentPassword: "a wrong one" })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
  await client.stores.updateStore({ id: storeId, body: { tagline: "New" } });
  await enter(client, address);
  expect(await reported()).toEqual([]);
  await enter(client, thief, { currentPassword: password });
  // Replies must not go to the new address.
  expect((await reported()).map(({ replyTo }) => replyTo)).toEqual([undefined]);
});

test("limits how often one user changes the address, because each change mails the owners", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const people = [await member(world, storeId, "ADMIN"), await member(world, storeId, "MANAGER")];
  // Uses the addresses of staff, which need no verification link, because links have a separate limit.
  const enter = (email = "") =>
    people[0]?.stores.updateStore({ id: storeId, body: { contact: contactOf(email) } });
  const refused = new Set<string>();
  for (let n = 0; n <= 2 * contactChangesAnHour; n += 1)
    await enter(people[n % 2]?.email)?.catch(({ code }) => refused.add(code));
  expect([...refused]).toEqual(["RATE_LIMITED"]);
});
