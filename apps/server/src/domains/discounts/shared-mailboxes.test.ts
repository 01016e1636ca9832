import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { seedCustomer } from "../../platform/http/contract.fixture.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { recordUses } from "../orders/use-discounts.ts";
import { discountShop } from "./discounts.fixture.ts";
import { readBuyer } from "./read-discounts.ts";

const rolledBack = new Error("rolled back");

async function seedNames(world: World, storeId: string, count: number): Promise<void> {
  await world.admin.query(
    `insert into shop.customers (store_id, id, email)
     select $1, gen_random_uuid(), 'ada+' || i || '@example.org' from generate_series(1, $2::int) i`,
    [storeId, count],
  );
}

async function seedDiscounts(world: World, storeId: string): Promise<string[]> {
  const { rows } = await world.admin.query<{ id: string }>(
    `insert into shop.discounts (store_id, id, title, type, value, uses_per_customer, first_order_only)
     select $1, gen_random_uuid(), 'Welcome', 'PERCENTAGE', 100, 1, true from generate_series(1, 40) returning id`,
    [storeId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns how often the tables that show what a customer has used were scanned, in this transaction and possibly in
 * earlier ones of the connection.
 */
async function scansOf(tx: Queryable): Promise<number> {
  const row = await tx.row<{ scans: number }>(sql`
    select sum(coalesce(idx_scan, 0) + seq_scan)::int as scans from pg_stat_xact_user_tables
    where schemaname = 'shop' and relname in ('orders', 'customers', 'discount_uses')`);
  return row?.scans ?? 0;
}

test("an order reads what its mailbox has used once, not once per discount", async ({ world }) => {
  const { storeId, order } = await discountShop(world);
  const { id: orderId } = await order(undefined, { email: "ada@example.org" });
  await seedNames(world, storeId, 300);
  const ids = await seedDiscounts(world, storeId);
  const ctx = await world.system(storeId);
  const scansFor = async (wanted: readonly string[]): Promise<number> => {
    let scans = 0;
    const recorded = ctx.tx(async (tx) => {
      const before = await scansOf(tx);
      const uses = wanted.map((id) => ({ id, code: null, amount: 1, offShipping: 0 }));
      expect(await recordUses(tx, orderId, uses)).toBeUndefined();
      scans = (await scansOf(tx)) - before;
      throw rolledBack;
    });
    await expect(recorded).rejects.toBe(rolledBack);
    return scans;
  };
  const forOne = await scansFor(ids.slice(0, 1));
  expect(forOne).toBeGreaterThan(0);
  expect(await scansFor(ids)).toBe(forOne);
});

test("a mailbox with more than 1,000 customers can't use discounts with limits per customer", async ({
  world,
}) => {
  const { storeId, order } = await discountShop(world);
  const { id: orderId } = await order(undefined, { email: "ada@example.org" });
  const ids = await seedDiscounts(world, storeId);
  const ctx = await world.system(storeId);
  const refusal = () =>
    ctx.tx((tx) =>
      recordUses(
        tx,
        orderId,
        ids.map((id) => ({ id, code: null, amount: 1, offShipping: 0 })),
      ),
    );
  await seedNames(world, storeId, 1000);
  expect(await refusal()).toEqual({ refused: ids.toSorted()[0], is_limit: false });
});

test("an account with more than 1,000 customers in its mailbox counts as one that used everything", async ({
  world,
}) => {
  const { storeId } = await discountShop(world);
  const { id } = await seedCustomer(world, storeId);
  const { rows } = await world.admin.query<{ user_id: string }>(
    "select user_id from shop.customers where id = $1",
    [id],
  );
  const userId = rows[0]?.user_id ?? "";
  const { catalogue } = world.services.database;
  const buyer = async () => {
    const asking = [{ id: storeId, usesPerCustomer: 1, customerTags: [], firstOrderOnly: true }];
    return readBuyer(catalogue, storeId, userId, asking as never);
  };
  expect(await buyer()).toMatchObject({ hasOrdered: false, uses: new Map() });
  await world.admin.query(
    `insert into shop.customers (store_id, id, email)
     select c.store_id, gen_random_uuid(), replace(c.email, '@', '+' || i || '@')
     from shop.customers c, generate_series(1, 1000) i where c.id = $1`,
    [id],
  );
  expect(await buyer()).toMatchObject({ hasOrdered: true, uses: new Map([[storeId, 10_000]]) });
});
