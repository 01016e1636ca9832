import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { draftShop, inDays } from "../draft-orders/drafts.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { openAccount, tablesWith } from "./customers.fixture.ts";

const [mistyped, own] = ["bob@example.com", "carl@example.com"];

/** A shop whose guest Carl mistyped his email when he ordered. `correct` changes it to his own. */
async function shop(world: World) {
  const drafts = await draftShop(world);
  const { storeId, staff, small } = drafts;
  const guest = world.client();
  const order = (email: string) =>
    guest.orders.createOrder({
      storeId,
      body: { items: [{ variantId: small, quantity: 1 }], email },
    });
  await order(mistyped);
  const { items } = await staff.customers.listCustomers({ storeId, search: mistyped });
  const id = items[0]?.id ?? "";
  const owner = await staffClient(world, storeId, "ADMIN");
  const { items: roles } = await owner.roles.listRoles({ storeId });
  return {
    ...drafts,
    id,
    correct: () => staff.customers.updateCustomer({ id, body: { email: own } }),
    subscribe: (email: string) => guest.customers.subscribe({ storeId, body: { email } }),
    invite: (email: string) =>
      owner.invitations.createInvitation({
        storeId,
        body: { email, roleId: roles.find(({ name }) => name === "STAFF")?.id ?? "" },
      }),
    write: (email: string) =>
      guest.contact.createContactMessage({
        storeId,
        body: { name: "Visitor", email, subject: "Press", message: "Hello" },
      }),
    /** Counts the rows with the mistyped email. */
    count: async () => {
      const { rows } = await world.admin.query<Record<string, number>>(
        `select (select count(*)::int from shop.subscriptions where email = $1) as subscriptions,
           (select count(*)::int from shop.invitations where email = $1) as invitations,
           (select count(*)::int from shop.mailed_tokens where email = $1) as tokens,
           (select count(*)::int from shop.contact_messages where email = $1) as messages,
           (select count(*)::int from shop.draft_orders where email = $1 and expires_at > now()) as drafts,
           (select count(*)::int from shop.mails where recipient = $1) as mails`,
        [mistyped],
      );
      return rows[0];
    },
  };
}

/** Creates everything that a person with the mistyped email can have in the store. */
async function createAll({
  subscribe,
  invite,
  write,
  draft,
  staff,
}: Awaited<ReturnType<typeof shop>>) {
  await subscribe(mistyped);
  await invite(mistyped);
  await write(mistyped);
  const { id } = await draft({ email: mistyped, holdUntil: inDays(2) });
  await staff.draftOrders.sendDraftOrder({ id });
  return id;
}

test("erasing a customer keeps data that others created with the customer's former email after it changed", async ({
  world,
}) => {
  const carl = await shop(world);
  await carl.correct();
  const draftId = await createAll(carl);
  const before = await carl.count();
  const key = await carl.linkOf(draftId);
  await carl.staff.customers.eraseCustomer({ id: carl.id });
  expect(await carl.count()).toEqual(before);
  expect(await tablesWith(world, [own])).toEqual([]);
  const opened = await world.client().draftOrders.openDraftOrder({ id: draftId, body: { key } });
  expect(opened.id).toBe(draftId);
  expect(await imbalances(world)).toEqual([]);
});

test("erasing a customer removes their data with a former email from before it changed", async ({
  world,
}) => {
  const carl = await shop(world);
  await createAll(carl);
  const theirs = await carl.draft({ customerId: carl.id });
  await carl.correct();
  // This email goes to the former address, but is about the customer's own draft.
  await carl.staff.draftOrders.sendDraftOrder({ id: theirs.id });
  await carl.staff.customers.eraseCustomer({ id: carl.id });
  expect(await tablesWith(world, [own, mistyped], ["rate_limits"])).toEqual([]);
});

test("erasing a customer keeps what others left with the former email before the customer used it", async ({
  world,
}) => {
  const carl = await shop(world);
  await createAll(carl);
  // As if the customer's first order, with the mistyped email, had been placed after everything else.
  await world.admin.query("update shop.customers set created_at = now() + interval '10 minutes'");
  await carl.correct();
  const before = await carl.count();
  await carl.staff.customers.eraseCustomer({ id: carl.id });
  expect(await carl.count()).toEqual(before);
  expect(await tablesWith(world, [own])).toEqual([]);
});

test("a former email that became the customer's again counts from the first time on", async ({
  world,
}) => {
  const carl = await shop(world);
  await carl.write(mistyped);
  const { id, staff } = carl;
  for (const email of [own, mistyped, own])
    await staff.customers.updateCustomer({ id, body: { email } });
  await staff.customers.eraseCustomer({ id });
  expect((await carl.count())?.["messages"]).toBe(0);
});

test("erasing a customer keeps what others left with a former email between its two periods", async ({
  world,
}) => {
  const carl = await shop(world);
  await carl.correct();
  await createAll(carl);
  const before = await carl.count();
  await carl.staff.customers.updateCustomer({ id: carl.id, body: { email: mistyped } });
  await carl.correct();
  await carl.staff.customers.eraseCustomer({ id: carl.id });
  expect(await carl.count()).toEqual(before);
  expect(await tablesWith(world, [own])).toEqual([]);
});

test("erasing a customer keeps all data with a former email that another person has now", async ({
  world,
}) => {
  for (const bob of ["customer", "account"]) {
    const carl = await shop(world);
    await createAll(carl);
    await carl.correct();
    const before = await carl.count();
    const { storeId, staff } = carl;
    if (bob === "customer")
      await staff.customers.createCustomer({ storeId, body: { email: mistyped } });
    else {
      await world.admin.query("update shop.users set deleted_at = now() where email = $1", [
        mistyped,
      ]);
      await openAccount(world, { email: mistyped });
    }
    await staff.customers.eraseCustomer({ id: carl.id });
    expect(await carl.count()).toEqual(before);
    await world.admin.query("delete from shop.mails");
  }
});

test("data with an account's former email is another person's if it is newer than the change", async ({
  world,
}) => {
  const carl = await shop(world);
  const { userId, client } = await openAccount(world, { email: mistyped });
  const me = await client.customers.getMyCustomer({ storeId: carl.storeId });
  await carl.write(mistyped);
  await world.admin.query("update shop.users set email = $2 where id = $1", [userId, own]);
  await carl.subscribe(mistyped);
  await carl.staff.customers.eraseCustomer({ id: me.id });
  expect(await carl.count()).toMatchObject({ messages: 0, subscriptions: 1 });
});

test("a mail to a former email that waits for a later attempt is never sent after the erasure", async ({
  world,
}) => {
  const carl = await shop(world);
  await carl.subscribe(mistyped);
  await world.admin.query(
    "update shop.jobs set run_at = now() + interval '1 hour' where kind like 'mail%'",
  );
  await carl.correct();
  await carl.staff.customers.eraseCustomer({ id: carl.id });
  await world.admin.query("update shop.jobs set run_at = now() where kind like 'mail%'");
  const before = world.mails.length;
  await world.sendMails();
  expect(world.mails.slice(before).map(({ to }) => to)).not.toContain(mistyped);
  expect(await tablesWith(world, [mistyped], ["rate_limits"])).toEqual([]);
});
