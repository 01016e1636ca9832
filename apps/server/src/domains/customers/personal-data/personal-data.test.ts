// @module-tag slow

import { escapeIdentifier } from "pg";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test as base, type World } from "#tests/world.ts";
import { deletedStoreDays } from "@vetrina/commerce/constants";
import { clearErasedDocuments } from "../../order-documents/jobs.ts";
import { forgetDeletedStores } from "../../stores/jobs.ts";
import { clean, tables } from "./columns.fixture.ts";
import { isTheirs, personWithData } from "./person.fixture.ts";

/** Hashes of callers' IP addresses are stored only if callers are rate limited. */
const test = base.extend({ options: { rateLimits: true } });

const file = "apps/server/src/domains/customers/personal-data/columns.fixture.ts";
const advice = `Name it in ${file}. Does it hold what a person wrote, or lead to one? Then put it under "personal", fill it in \
person.fixture.ts, export it (export-parts.ts), and erase it (door.erase_customer and door.forget_visitors); or write there \
why one of these isn't needed. Otherwise put it under "other".`;

test("every column of the database is declared as personal or not", async ({ world }) => {
  const { rows } = await world.admin.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'shop'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped order by 1`);
  const declared = Object.entries(tables).flatMap(([table, { personal = {}, account, other }]) =>
    [...Object.keys(personal), ...wordsOf(account), ...wordsOf(other)].map(
      (column) => `${table}.${column}`,
    ),
  );
  const existing = rows.map(({ name }) => name);
  const [known, present] = [new Set(declared), new Set(existing)];
  const added = existing.filter((name) => !known.has(name));
  expect(added.map((name) => `shop.${name} is new. ${advice}`)).toEqual([]);
  const gone = declared.filter((name) => !present.has(name));
  expect(gone.map((name) => `shop.${name} is gone. Remove it from ${file}.`)).toEqual([]);
  expect(declared.filter((name, i) => declared.indexOf(name) !== i)).toEqual([]);
});

describe("what a customer left in any column", () => {
  test("is exported, and is gone once the customer is erased", async ({ world }) => {
    const { storeId, owner, client, id } = await personWithData(world);
    const left = await dataIn(world, storeId);
    const empty = columnsWhere(
      ({ exported, erased }) => exported === true || erased === true,
    ).filter((column) => left.get(column)?.length === 0);
    expect(empty.map((column) => `Add a call to person.fixture.ts that fills ${column}`)).toEqual(
      [],
    );

    const unfilled = columnsWhere(({ erased }) => erased === clean);
    expect(unfilled.flatMap((column) => left.get(column) ?? [])).toEqual([]);

    const exported = JSON.stringify(await allPages(client, id));
    const missing = columnsWhere(({ exported: is }) => is === true).flatMap((column) =>
      (left.get(column) ?? [])
        .filter((value) => !exported.includes(JSON.stringify(value).slice(1, -1)))
        .map((value) => `Add ${column} to export-parts.ts, which lacks ${value}`),
    );
    expect(missing).toEqual([]);

    await owner.customers.eraseCustomer({ id });
    await clearErasedDocuments(world.services);
    expect(await stillThere(world, storeId, left, "door.erase_customer")).toEqual([]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is gone once the deleted store's data is erased, even without a customer", async ({
    world,
  }) => {
    const { storeId } = await personWithData(world);
    const left = await dataIn(world, storeId);
    await world.admin.query("update shop.orders set customer_id = null");
    await world.admin.query("update shop.draft_orders set customer_id = null");
    await world.admin.query("delete from shop.wishlist_items");
    await world.admin.query("delete from shop.customer_addresses");
    await world.admin.query("update shop.reviews set customer_id = null");
    await world.admin.query("delete from shop.customers");
    await world.admin.query("update shop.stores set deleted_at = now() - $1 * interval '1 day'", [
      deletedStoreDays + 1,
    ]);
    await forgetDeletedStores(world.services, 10);
    await clearErasedDocuments(world.services);
    expect(await stillThere(world, storeId, left, "door.forget_visitors")).toEqual([]);
  });
});

type Data = Map<string, string[]>;
type Handling = NonNullable<(typeof tables)[string]["personal"]>[string];

function wordsOf(text = ""): string[] {
  return text.split(" ").filter((word) => word !== "");
}

/** Returns the personal columns whose handling meets the condition, as table.column. */
function columnsWhere(is: (handling: Handling) => boolean): string[] {
  return Object.entries(tables).flatMap(([table, { personal = {} }]) =>
    Object.entries(personal).flatMap(([column, handling]) =>
      is(handling) ? [`${table}.${column}`] : [],
    ),
  );
}

/** Columns that contain a code instead of words. */
const codes = new Set(["country", "region", "postal_code"]);

/**
 * Returns the person's values by column: texts, including those inside JSON and lists, and all ids, hashes and codes.
 * No other person has the same values.
 */
async function dataIn({ admin }: World, storeId: string): Promise<Data> {
  const data: Data = new Map();
  for (const name of columnsWhere(() => true)) {
    const [table = "", column = ""] = name.split(".");
    const isHash = tables[table]?.personal?.[column]?.exported === "a hash";
    const isWordless = isHash || codes.has(column);
    const { rows } = await admin.query<{ value: unknown; is_id: boolean }>(
      `select to_jsonb(t) -> $1 as value, pg_typeof(t.${escapeIdentifier(column)})::text = 'uuid' as is_id
       from shop.${escapeIdentifier(table)} t where to_jsonb(t) ->> 'store_id' is null or to_jsonb(t) ->> 'store_id' = $2`,
      [column, storeId],
    );
    const values = rows.flatMap(({ value, is_id }) =>
      textsIn(value).filter((text) => is_id || isWordless || isTheirs(text)),
    );
    data.set(name, [...new Set(values)]);
  }
  return data;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

async function stillThere(
  world: World,
  storeId: string,
  left: Data,
  eraser: string,
): Promise<string[]> {
  const after = await dataIn(world, storeId);
  return columnsWhere(({ erased }) => erased === true).flatMap((column) =>
    (left.get(column) ?? [])
      .filter((value) => after.get(column)?.includes(value))
      .map((value) => `Let ${eraser} erase ${column}, which still has ${value}`),
  );
}

async function allPages(client: Awaited<ReturnType<typeof personWithData>>["client"], id: string) {
  const pages: unknown[] = [];
  for (let after: string | undefined; pages.length === 0 || after !== undefined;) {
    const page = await client.customers.exportCustomer({ id, ...(after && { after }) });
    pages.push(page);
    after = page.next ?? undefined;
  }
  return pages;
}
