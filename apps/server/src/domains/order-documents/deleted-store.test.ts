// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test } from "#tests/world.ts";
import { reportDispute } from "../disputes/disputes.fixture.ts";
import { settleLatePayments } from "../orders/settle-late-payment.ts";
import { paidOrder, refundShop, settle } from "../refunds/refunds.fixture.ts";
import { issueCreditNotes, issueInvoices } from "./jobs.ts";

test("a refund after the store was deleted gets its credit note, and the buyer an email with it", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id, buyer } = await paidOrder(world, shop);
  expect(await issueInvoices(world.services)).toBe(1);
  await reportDispute(world, shop, id, { state: "open", amountMinor: 11_002 });
  await buyer.orders.cancelOrder({ id });
  await runJobs(world.services);
  await reportDispute(world, shop, id, { state: "won", amountMinor: 11_002 });
  const { length: sent } = await world.sendMails();
  await world.admin.query("update shop.stores set deleted_at = now()");
  await runJobs(world.services, { jobs: [settleLatePayments] });
  await settle(world);
  expect(await issueCreditNotes(world.services)).toBe(1);
  expect(await issueCreditNotes(world.services)).toBe(0);
  const { rows } = await world.admin.query(
    "select kind, total_minor::int as total from shop.order_documents order by id",
  );
  expect(rows).toEqual([
    { kind: "invoice", total: 11_002 },
    { kind: "credit-note", total: 11_002 },
  ]);
  const [mail, ...others] = (await world.sendMails()).slice(sent);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: "ada@example.com" });
  expect(mail?.text).toContain("$110.02");
  expect(mail?.attachments).toHaveLength(1);
  // The order's page no longer exists.
  expect(mail?.text).not.toContain(id);
  expect(await imbalances(world)).toEqual([]);
});
