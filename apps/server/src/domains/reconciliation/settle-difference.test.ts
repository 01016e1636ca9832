import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";
import { deskShop, providers } from "./reconciliation.fixture.ts";

const [paypal, stripe] = providers as [(typeof providers)[0], (typeof providers)[0]];

test("staff settle a difference with a note, and it stays settled until an amount changes", async ({
  world,
}) => {
  await using shop = await deskShop(world, stripe);
  await stripe.takeAlone(shop.standin, 1234);
  await shop.nextDay();
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const [open] = await shop.list();
  const { id = "", version = 0 } = open ?? {};
  const body = { note: "Sold by phone" };
  const settled = await staff.reconciliation.settleDifference(
    { id, body },
    { headers: { "If-Match": `"${version}"` } },
  );
  expect(settled).toMatchObject({
    state: "SETTLED",
    note: "Sold by phone",
    settledBy: { kind: "user", id: staff.userId },
    movements: [{ kind: "capture", amount: 12.34 }],
  });
  await expect(staff.reconciliation.settleDifference({ id, body })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
  });
  await shop.nextDay();
  expect(await shop.list()).toEqual([]);
  const { rows } = await world.admin.query(
    "select action, actor_id from shop.audit_entries where entity_type = 'difference'",
  );
  expect(rows).toEqual([{ action: "UPDATE", actor_id: staff.userId }]);
  await world.admin.query("update shop.reconciliation_differences set reported_minor = 1");
  await shop.nextDay();
  expect(await shop.list()).toMatchObject([{ state: "OPEN", reported: 12.34 }]);
});

test("the list is filtered and continues by cursor", async ({ world }) => {
  await using shop = await deskShop(world, stripe);
  for (const amount of [1001, 1002, 1003]) await stripe.takeAlone(shop.standin, amount);
  await shop.nextDay();
  const { storeId } = shop;
  const { reconciliation } = shop.owner;
  const first = await reconciliation.listDifferences({ storeId, limit: 2 });
  const next = await reconciliation.listDifferences({ storeId, limit: 2, after: first.next ?? "" });
  expect(first.total).toBe(3);
  expect(next.next).toBeNull();
  const seen = [...first.items, ...next.items].map(({ reported }) => reported);
  expect(new Set(seen)).toEqual(new Set([10.01, 10.02, 10.03]));
  const none = await reconciliation.listDifferences({ storeId, provider: "PAYPAL" });
  expect(none.total).toBe(0);
  await expect(reconciliation.listDifferences({ storeId, after: "x" })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
});

test("movements of another store on the same account are left out", async ({ world }) => {
  await using shop = await deskShop(world, stripe);
  const order = await shop.paid();
  await shop.refunded(order.id, 10);
  const { storeId } = await shop.owner.orders.getOrderWithItems({ id: order.id });
  await using other = await deskShop(world, stripe);
  await stripe.takeAlone(other.standin, 4321);
  await world.admin.query(
    `insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state)
     select store_id, gen_random_uuid(), order_id, provider, environment, $2, 4321, currency, 'failed' from shop.payments where store_id = $1`,
    [storeId, (await other.control.ledger({ kind: "capture" }))[0]?.payment],
  );
  await world.admin.query("delete from shop.payment_providers where store_id = $1", [storeId]);
  await other.nextDay();
  expect(await other.list({})).toEqual([]);
});

test("PayPal's report is read up to its end, and only payments before that can be missing", async ({
  world,
}) => {
  await using shop = await deskShop(world, paypal);
  const order = await shop.paid();
  await world.admin.query(
    "update shop.payments set captured_at = now() - interval '1 hour' where order_id = $1",
    [order.id],
  );
  const { reconciliation } = shop.owner;
  const { storeId } = shop;
  await reconciliation.runReconciliation({ storeId, body: {} });
  await shop.work();
  const { items } = await reconciliation.listReconciledAccounts({ storeId });
  const reach = Date.parse(items[0]?.readUntil ?? "");
  expect(Date.now() - reach).toBeGreaterThan(55 * 60_000);
  expect(await shop.list({})).toEqual([]);
});

test("a run with keys that may not read the report fails, and the account shows why", async ({
  world,
}) => {
  await using shop = await deskShop(world, paypal);
  await shop.control.faults.add({
    on: "GET /v1/reporting/transactions",
    kind: "status",
    status: 403,
    times: 20,
  });
  await shop.nextDay();
  const { items } = await shop.owner.reconciliation.listReconciledAccounts({
    storeId: shop.storeId,
  });
  expect(items[0]?.error).toContain("Transaction search");
  await shop.control.faults.clear();
  await shop.nextDay();
  const after = await shop.owner.reconciliation.listReconciledAccounts({ storeId: shop.storeId });
  expect(after.items[0]).toMatchObject({ error: null });
});
