import { isSqlState } from "./sql-state.ts";
import type { PoolClient } from "pg";
import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { openShop, type Shop } from "../http/contract.fixture.ts";
import { newId } from "../id.ts";

/** The tables of a store that every shopper may read, because the shop shows their data. */
const shown = new Set([
  ..."products variants images collections collection_products upsells policies".split(" "),
  ..."shipping_regions shipping_areas shipping_providers shipping_rates search_words facet_values facet_sets".split(
    " ",
  ),
]);
/** A caller who places an order may also read the stock levels of its variants, because the order locks them. */
const shownToOrders = new Set([...shown, "inventory_levels"]);

/** All tables with rows of stores, read from PostgreSQL's catalog, so that new tables are tested too. */
async function storeTables(world: World): Promise<string[]> {
  const { rows } = await world.admin.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id'
    where c.relnamespace = 'shop'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  return rows.map((row) => row.name);
}

/** Puts at least one row in each table of the shop. */
async function fill(world: World, { storeId, ids, orderKey }: Shop): Promise<void> {
  await world.client({ orderKey }).payments.getPaymentStatus({ id: ids.order });
  await world.client().customers.subscribe({ storeId, body: { email: "eve@example.com" } });
  await world.client().contact.createContactMessage({
    storeId,
    body: { name: "Eve", email: "eve@example.com", subject: "Order", message: "Where is it?" },
  });
  await world.client().analytics.trackEventByOneHour({
    storeId,
    body: { event: "PRODUCT_VIEW", value: 1, productId: ids.product },
  });
  await world
    .client()
    .orders.createOrder(
      { storeId, body: { items: [{ variantId: ids.variant, quantity: 1 }] } },
      { idempotencyKey: "kept" },
    );
  await world.admin.query(
    "insert into shop.discounts (store_id, id, code, type, value) values ($1, $2, 'TEN', 'PERCENTAGE', 1000)",
    [storeId, newId()],
  );
}

async function entered<T>(
  world: World,
  enter: string,
  values: unknown[],
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await world.services.database.app.connect();
  try {
    await client.query("begin");
    await client.query(enter, values);
    return await work(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** How many rows a statement reads or changes; 0 if it is not even allowed. */
async function touched(client: PoolClient, statement: string): Promise<number> {
  await client.query("savepoint s");
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } catch (error) {
    if (!isSqlState(error, "insufficientPrivilege")) throw error;
    return 0;
  } finally {
    await client.query("rollback to s");
  }
}

async function leaking(
  client: PoolClient,
  tables: readonly string[],
  statementOf: (table: string) => string,
): Promise<string[]> {
  const open: string[] = [];
  for (const table of tables) if ((await touched(client, statementOf(table))) > 0) open.push(table);
  return open;
}

const reading = (table: string) => `select from shop.${table}`;
const changing = (table: string) => `update shop.${table} set store_id = store_id`;
const removing = (table: string) => `delete from shop.${table}`;

describe("with every check of the application switched off, row-level security", () => {
  test("shows a shopper public data only, and prevents changes", async ({ world }) => {
    const [own, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
    await fill(world, own);
    const tables = await storeTables(world);
    const hidden = tables.filter((table) => !shown.has(table));
    await entered(world, "select door.enter_shopper($1)", [own.storeId], async (client) => {
      expect(await leaking(client, hidden, reading)).toEqual([]);
      expect(await leaking(client, tables, changing)).toEqual([]);
      expect(await leaking(client, tables, removing)).toEqual([]);
      const foreign = (table: string) => `${reading(table)} where store_id = '${other.storeId}'`;
      expect(await leaking(client, tables, foreign)).toEqual([]);
    });
  });

  test("shows a new order no other order, key, code, address or ledger row", async ({ world }) => {
    const own = await openShop(world, "mine");
    await fill(world, own);
    const tables = await storeTables(world);
    const hidden = tables.filter((table) => !shownToOrders.has(table));
    const enter = "select door.enter_checkout($1, $2)";
    await entered(world, enter, [own.storeId, newId()], async (client) => {
      expect(await leaking(client, hidden, reading)).toEqual([]);
      expect(await leaking(client, hidden, changing)).toEqual([]);
      expect(await leaking(client, tables, removing)).toEqual([]);
    });
    const { rows: drafts } = await world.admin.query<{ id: string }>(
      "select id from shop.draft_orders where store_id = $1 and converted_at is null",
      [own.storeId],
    );
    expect(drafts).toHaveLength(1);
    for (const id of [own.ids.order, drafts[0]?.id])
      await expect(
        entered(world, enter, [own.storeId, id], () => Promise.resolve()),
      ).rejects.toMatchObject({ code: "VT404" });
  });

  test("shows an order's key only its own order", async ({ world }) => {
    const own = await openShop(world, "mine");
    await fill(world, own);
    const { rows } = await world.admin.query<{ key_hash: Buffer }>(
      "select key_hash from shop.orders where id = $1",
      [own.ids.order],
    );
    await entered(
      world,
      "select door.enter_order($1, $2)",
      [own.ids.order, rows[0]?.key_hash],
      async (client) => {
        for (const [table, column] of [
          ["orders", "id"],
          ["order_items", "order_id"],
          ["payments", "order_id"],
          ["order_documents", "order_id"],
          ["stock_movements", "order_id"],
        ]) {
          const of = (is: string) =>
            `select from shop.${table} where ${column} ${is} '${own.ids.order}'`;
          expect(await touched(client, of("="))).toBeGreaterThan(0);
          expect(await touched(client, of("is distinct from"))).toBe(0);
        }
      },
    );
  });

  test("shows customers only their own row, addresses, orders and reviews", async ({ world }) => {
    const [own, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
    await fill(world, own);
    const tables = await storeTables(world);
    const user = async (shop: Shop) => {
      const { rows } = await world.admin.query<{ user_id: string }>(
        "select user_id from shop.customers where id = $1",
        [shop.ids.customer],
      );
      return rows[0]?.user_id;
    };
    const theirs: Record<string, string> = {
      customers: `id = '${own.ids.customer}'`,
      customer_addresses: `customer_id = '${own.ids.customer}'`,
      orders: `id = '${own.ids.order}'`,
      order_items: `order_id = '${own.ids.order}'`,
      payments: `order_id = '${own.ids.order}'`,
      order_documents: `order_id = '${own.ids.order}'`,
      reviews: `customer_id = '${own.ids.customer}'`,
    };
    const changeable = new Set(["customers", "customer_addresses"]);
    const enter = "select door.enter_customer($1, $2)";
    const userId = await user(own);
    await entered(world, enter, [userId, own.storeId], async (client) => {
      for (const [table, mine] of Object.entries(theirs)) {
        const rows = [
          await touched(client, `${reading(table)} where ${mine}`),
          await touched(client, `${reading(table)} where not (${mine})`),
          await touched(client, `${changing(table)} where not (${mine})`),
        ];
        expect([table, ...rows]).toEqual([table, 1, 0, 0]);
      }
      const hidden = tables.filter((table) => !shown.has(table) && theirs[table] === undefined);
      expect(await leaking(client, hidden, reading)).toEqual([]);
      const fixed = tables.filter((table) => !changeable.has(table));
      expect(await leaking(client, fixed, changing)).toEqual([]);
      expect(await touched(client, removing("customers"))).toBe(0);
    });
    for (const values of [
      [userId, other.storeId],
      [await user(other), own.storeId],
      [newId(), own.storeId],
    ])
      await expect(entered(world, enter, values, () => Promise.resolve())).rejects.toMatchObject({
        code: "VT404",
      });
    const byOrder = "select door.enter_customers_order($1, $2)";
    for (const orderId of [own.otherOrder.id, other.ids.order, newId()])
      await expect(
        entered(world, byOrder, [userId, orderId], () => Promise.resolve()),
      ).rejects.toMatchObject({ code: "VT404" });
    await entered(world, byOrder, [userId, own.ids.order], async (client) => {
      expect(await touched(client, reading("orders"))).toBe(1);
      expect(await touched(client, reading("customers"))).toBe(0);
    });
  });

  test("shows staff no row of another store", async ({ world }) => {
    const [own, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
    await fill(world, own);
    await fill(world, other);
    const tables = await storeTables(world);
    const userId = newId();
    await world.admin.query(
      "insert into shop.users (id, email, name, password_hash) values ($1, 'a@b.example', 'Ada', '')",
      [userId],
    );
    await world.admin.query(
      "insert into shop.role_assignments (store_id, user_id, role_id) select store_id, $2, id from shop.roles where store_id = $1 and type = 'ADMIN'",
      [own.storeId, userId],
    );
    const foreign = (table: string) => `${reading(table)} where store_id <> '${own.storeId}'`;
    await entered(
      world,
      "select door.enter_user($1, $2)",
      [userId, own.storeId],
      async (client) => {
        expect(await leaking(client, tables, foreign)).toEqual([]);
        expect(await touched(client, "select from shop.orders")).toBeGreaterThan(0);
      },
    );
    await expect(
      entered(world, "select door.enter_user($1, $2)", [userId, other.storeId], () =>
        Promise.resolve(),
      ),
    ).rejects.toMatchObject({ code: "VT404" });
  });

  test("protects every table of a store, from the tables' owner too", async ({ world }) => {
    const { rows } = await world.admin.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id'
      where c.relnamespace = 'shop'::regnamespace and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and c.relforcerowsecurity)`);
    expect(rows).toEqual([]);
  });

  test("SECURITY DEFINER functions are not granted to public and have an empty search path", async ({
    world,
  }) => {
    const { rows } = await world.admin.query(`
      select p.proname from pg_proc p where p.prosecdef and p.pronamespace in ('door'::regnamespace, 'shop'::regnamespace)
        and (has_function_privilege('public', p.oid, 'execute') or not 'search_path=""' = any(coalesce(p.proconfig, '{}')))`);
    expect(rows).toEqual([]);
  });
});
