// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { openAccount, openShopFor } from "./customers.fixture.ts";

test("what staff wrote about a person's payments and refunds is exported, and erased with the person", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const staff = await staffClient(world, storeId, "STAFF");
  const { client, email } = await openAccount(world);
  const { id } = await client.customers.getMyCustomer({ storeId });
  const placed = await order(client, { email });
  const method = "BANK_TRANSFER" as const;
  await staff.transactions.createTransaction({
    body: { orderId: placed.id, method, reference: "Ada Byron", note: "From her bank" },
  });
  const body = { amount: 1, reason: "Ada asked", note: "Ada called twice" };
  const refund = await staff.refunds.refundOrder({ id: placed.id, body });
  await world.sendMails();
  const mine = await client.customers.exportCustomer({ id });
  expect(mine.orders).toMatchObject([
    {
      payments: [{ provider: null, method, reference: "Ada Byron", note: "From her bank" }],
      refunds: [{ id: refund.id, status: "COMPLETED", refunded: 1, reason: "Ada asked" }],
    },
  ]);
  await staff.customers.eraseCustomer({ id });
  const { rows } = await world.admin.query<{ text: string }>(`
    select p::text as text from shop.payments p union all select r::text from shop.refunds r
    union all select e::text from shop.order_events e union all select a::text from shop.audit_entries a
    union all select m::text from shop.mails m union all select k.response::text from shop.idempotency_keys k`);
  expect(rows.filter(({ text }) => /Ada|her bank/.test(text))).toEqual([]);
  const mails = await world.admin.query("select from shop.mails where template like 'order-%'");
  expect(mails.rowCount).toBe(0);
  expect(await imbalances(world)).toEqual([]);
});
