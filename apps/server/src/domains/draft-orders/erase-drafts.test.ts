import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { shippingAddress, tablesWith } from "../customers/customers.fixture.ts";
import { forgetDeletedStores } from "../stores/jobs.ts";
import { draftShop, inDays } from "./drafts.fixture.ts";
import { endDraftHolds } from "./jobs.ts";

test("erasing a person removes them from their drafts, ends the links and releases the units", async ({
  world,
}) => {
  const { draft, staff, storeId, linkOf, reserved } = await draftShop(world);
  const email = "mary.somerville@example.com";
  const customer = await staff.customers.createCustomer({ storeId, body: { email, name: "Mary" } });
  const address = {
    name: "Mary Somerville",
    address: "7 Mechanism Street",
    city: "Austin",
    region: "TX",
    postalCode: "78701",
    country: "US",
  };
  const note = "Rings twice at night";
  const mine = await draft({
    customerId: customer.id,
    shippingAddress: address,
    note,
    holdUntil: inDays(2),
  });
  const byMail = await draft({ email, shippingAddress: address, note });
  await staff.draftOrders.sendDraftOrder({ id: mine.id });
  const key = await linkOf(mine.id);
  const exported = await staff.customers.exportCustomer({ id: customer.id });
  expect(exported.draftOrders.map(({ id }) => id)).toEqual(
    [byMail.id, mine.id].toSorted().toReversed(),
  );
  await staff.customers.eraseCustomer({ id: customer.id });
  expect(await tablesWith(world, [email, "Somerville", "Mechanism Street", note])).toEqual([]);
  await expect(
    world.client().draftOrders.openDraftOrder({ id: mine.id, body: { key } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await endDraftHolds(world.services)).toBe(1);
  expect([await reserved(), await imbalances(world)]).toEqual([0, []]);
});

test("an erased person's draft gets a new pay link when it is mailed or shown for another buyer", async ({
  world,
}) => {
  const { draft, staff, storeId, linkOf } = await draftShop(world);
  const email = "mary.somerville@example.com";
  const customer = await staff.customers.createCustomer({ storeId, body: { email } });
  const [mailed, shown] = [await draft({ email }), await draft({ email })];
  const open = (id: string, key: string) =>
    world.client().draftOrders.openDraftOrder({ id, body: { key } });
  const old = new Map([mailed, shown].map(({ id }) => [id, linkOf(id)]));
  await Promise.all(old.values());
  await staff.customers.eraseCustomer({ id: customer.id });

  const terms = { shippingAddress, expiresAt: inDays(3) };
  await staff.draftOrders.updateDraftOrder({
    id: mailed.id,
    body: { ...terms, email: "ada@example.com" },
  });
  await staff.draftOrders.sendDraftOrder({ id: mailed.id });
  // The second buyer has no email, and staff pass the link on.
  await staff.draftOrders.updateDraftOrder({ id: shown.id, body: terms });
  const [mail] = await world.sendMails();
  expect(mail?.text).toContain(`#${mailed.id}.${await linkOf(mailed.id)}`);
  for (const { id } of [mailed, shown]) {
    const key = await linkOf(id);
    await expect(open(id, (await old.get(id)) ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await open(id, key)).id).toBe(id);
  }
});

test("a customer exports the drafts prepared for their email", async ({ world }) => {
  const { draft, staff, storeId } = await draftShop(world);
  const customer = await staff.customers.createCustomer({
    storeId,
    body: { email: "grace@example.com" },
  });
  const { id } = await draft({ email: "grace@example.com" });
  await draft({ email: "eve@example.com" });
  const exported = await staff.customers.exportCustomer({ id: customer.id });
  expect(exported.draftOrders.map((one) => one.id)).toEqual([id]);
  await staff.draftOrders.convertDraftOrder({ id });
  const again = await staff.customers.exportCustomer({ id: customer.id });
  expect([again.draftOrders, again.orders.map((one) => one.id)]).toEqual([[], [id]]);
});

test("deleting a store removes the people from its drafts and releases the units", async ({
  world,
}) => {
  const { draft, storeId, reserved } = await draftShop(world);
  const note = "Rings twice at night";
  const { id } = await draft({ email: "mary.somerville@example.com", note, holdUntil: inDays(2) });
  await world.admin.query(
    "update shop.stores set deleted_at = now() - interval '31 days' where id = $1",
    [storeId],
  );
  await forgetDeletedStores(world.services, 50);
  expect(await tablesWith(world, ["mary.somerville@example.com", note])).toEqual([]);
  expect(await endDraftHolds(world.services)).toBe(1);
  expect([await reserved(), await imbalances(world)]).toEqual([0, []]);
  expect(id).toBeTruthy();
});
