import { Client } from "pg";
import { describe, expect } from "vitest";
import { templateName } from "#tests/database-server.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import {
  beforeActivations,
  beforeAskedAtStores,
  beforeCollectionWords,
  beforeDisputes,
  beforeDueProductsByStore,
  beforeExpressOrders,
  beforeOrderChanges,
  beforeOrderDocuments,
  beforeCountsByTime,
  beforeErasedReviews,
  beforeErasureQueue,
  beforeExportedQuantities,
  beforeFormerEmailTimes,
  beforeImportsInOrder,
  beforeOrderLists,
  beforeOrderStates,
  beforePaymentProviders,
  beforeLookedAtPictures,
  beforeLowUnits,
  beforePictureWaits,
  beforeProductWords,
  beforeReconciliation,
  beforeRefunds,
  beforeReviewCounts,
  beforeShipments,
  beforeShownPictures,
  beforeStandardNames,
  beforeSubscriptionHosts,
  beforeFormerEmailPeriods,
  beforeWordsByStore,
  beforeWithheldDifferences,
  erasedReviews,
} from "./earlier-schema.fixture.ts";
import { isUpToDate, migrate } from "./migrate.ts";
import { rolesOf } from "./roles.ts";
import { readEarlierChecksums, readMigrations, readObjects } from "./schema-files.ts";
import { inOrder } from "./schema-objects.ts";

const test = base.extend<{ admin: Client }>({
  admin: async ({ world }, use) => {
    const admin = new Client(world.admin.options);
    await admin.connect();
    await use(admin);
    await admin.end();
  },
});

/** Migrates as the next start would. A test's database has the roles of the database that it was cloned from. */
const start = (admin: Client) => migrate(admin, rolesOf(templateName));

/** Every object of the schemas as PostgreSQL prints it, with its OID if that must stay the same. */
async function schemaOf(admin: Client) {
  const { rows } = await admin.query<{ kind: string; name: string; text: string; oid: number }>(`
    select 'functions' as kind, n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid)
        || p.proowner::regrole::text || coalesce(p.proacl::text, '') as text, p.oid
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('shop', 'door', 'catalogue')
    union all
    select 'views', v.oid::regclass::text, pg_get_viewdef(v.oid) || v.relowner::regrole::text || v.relacl::text, v.oid
      from pg_class v where v.relkind = 'v' and v.relnamespace::regnamespace::text in ('door', 'catalogue')
    union all
    select 'triggers', c.relname || '.' || t.tgname, pg_get_triggerdef(t.oid), t.oid
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'shop'::regnamespace and not t.tgisinternal
    union all
    select 'policies', c.relname, coalesce(c.relacl::text, '') || c.relforcerowsecurity::text || (select coalesce(string_agg(
        p.polname || p.polcmd::text || coalesce(pg_get_expr(p.polqual, c.oid), '') || coalesce(pg_get_expr(p.polwithcheck, c.oid), ''),
        ' ' order by p.polname), '') from pg_policy p where p.polrelid = c.oid), 0
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'shop'::regnamespace
    order by 1, 2`);
  return rows;
}

const namesOf = (objects: readonly { kind: string; name: string }[]) =>
  objects.map(({ kind, name }) => `${kind} ${name}`).toSorted();

/** Makes a change, and checks that the next start reverts it. Returns the objects that the start has created again. */
async function afterStart(admin: Client, change: string) {
  const before = await schemaOf(admin);
  await admin.query(change);
  expect(await schemaOf(admin)).not.toEqual(before);
  await start(admin);
  const after = await schemaOf(admin);
  const withoutIds = (all: typeof before) =>
    all.map(({ kind, name, text }) => ({ kind, name, text }));
  expect(withoutIds(after)).toEqual(withoutIds(before));
  expect(await isUpToDate(admin)).toBe(true);
  return before.filter(({ oid }, i) => after[i]?.oid !== oid);
}

describe("the schema", () => {
  test("has each function, view, trigger and policy as defined in the file of the same name", async ({
    admin,
  }) => {
    const objects = await readObjects();
    const inMigrations = [
      "catalogue.plain_text",
      "catalogue.tidy_word",
      "catalogue.word_key",
      "catalogue.word_keys",
      "catalogue.words_of_store",
      "shop.kinds_of_options",
      "shop.option_kind",
      "shop.option_of_kind",
    ].map((name) => `functions ${name}`);
    expect(namesOf(await schemaOf(admin))).toEqual(
      [...namesOf(objects), ...inMigrations].toSorted(),
    );
    const written = objects.filter(
      ({ kind, text }) => kind !== "policies" && text.match(/^create /gm)?.length !== 1,
    );
    expect(written).toEqual([]);
  });

  test("has function bodies that PostgreSQL can parse", async ({ admin }) => {
    const { rows } = await admin.query<{ text: string }>(`
      select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('shop', 'door', 'catalogue')`);
    for (const { text } of rows) await admin.query(text);
    expect(rows.length).toBeGreaterThan(100);
  });

  test("grants each SECURITY DEFINER function only to the roles in its file", async ({ admin }) => {
    const { rows } = await admin.query(`
      select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'door' and (p.proowner::regrole::text not like '%doors'
        or has_function_privilege('public', p.oid, 'execute'))`);
    expect(rows).toEqual([]);
  });
});

describe("a start", () => {
  test("changes nothing if the files are unchanged", async ({ admin }) => {
    const before = await schemaOf(admin);
    await start(admin);
    expect(await schemaOf(admin)).toEqual(before);
  });

  test("replaces a function body in place", async ({ admin }) => {
    const made = await afterStart(
      admin,
      `create or replace function door.enter(of_store uuid, scope text, of_order text) returns void
         language plpgsql security invoker set search_path = '' as $$ begin null; end $$;
       update public.schema_objects set checksum = 'another' where name = 'door.enter'`,
    );
    expect(made).toEqual([]);
  });

  test("re-creates a function whose arguments or grants have changed, and all that depends on it", async ({
    admin,
  }) => {
    const made = await afterStart(
      admin,
      `grant execute on function shop.current_store to public;
       drop view catalogue.reviews;
       alter function door.find_order(uuid, text, text) rename to find_order_by;
       create function door.find_order(text) returns int language sql as 'select 1';
       drop function door.find_order_by;
       update public.schema_objects set checksum = 'another', header = 'another'
         where name in ('door.find_order', 'shop.current_store')`,
    );
    expect(namesOf(made)).toContain("functions door.find_order");
    expect(namesOf(made)).toContain("functions shop.current_store");
  });

  test("drops objects without a file, and keeps every row", async ({ world, admin }) => {
    await seedProduct(world, await seedStore(world));
    await afterStart(
      admin,
      `create view door.of_yesterday as select 1 as one;
       create function shop.of_yesterday() returns trigger language plpgsql as 'begin return null; end';
       create trigger of_yesterday after insert on shop.products for each row execute function shop.of_yesterday();
       create policy of_yesterday on shop.products using (true);
       insert into public.schema_objects values ('functions', 'shop.of_yesterday', 'x', 'x')`,
    );
    expect((await admin.query("select from shop.products")).rowCount).toBe(1);
  });

  test("accepts migrations that were applied while a checksum included comments", async ({
    admin,
  }) => {
    const { rows: now } = await admin.query(
      "select name, checksum from public.migrations order by name",
    );
    const earlier = await readEarlierChecksums();
    for (const [name, checksum] of Object.entries(earlier))
      await admin.query("update public.migrations set checksum = $2 where name = $1", [
        name,
        checksum,
      ]);
    await start(admin);
    const { rows } = await admin.query(
      "select name, checksum from public.migrations order by name",
    );
    expect(rows).toEqual(now);
    expect(Object.keys(earlier)).toHaveLength(52);
  });

  test("rejects a migration that was changed or is missing", async ({ admin }) => {
    const { rows } = await admin.query<{ name: string; checksum: string }>(
      "select name, checksum from public.migrations order by name desc limit 1",
    );
    await admin.query("update public.migrations set checksum = 'x' where name = $1", [
      rows[0]?.name,
    ]);
    await expect(start(admin)).rejects.toThrow(
      `${rows[0]?.name} was changed after it was applied.`,
    );
    await admin.query("update public.migrations set checksum = $2 where name = $1", [
      rows[0]?.name,
      rows[0]?.checksum,
    ]);
    await admin.query("insert into public.migrations values ('migrations/9999_later.sql', 'x')");
    await expect(start(admin)).rejects.toThrow(
      "migrations/9999_later.sql was applied to the database, but this version doesn't have it.",
    );
    expect(await isUpToDate(admin)).toBe(false);
  });
});

/**
 * Makes the database look like one from before the migrations were merged, with `newest` as its last migration. Adds
 * two objects of that time that no longer exist.
 */
async function asBefore(world: World, newest: string) {
  await world.admin.query(`
    delete from public.migrations;
    drop table public.schema_objects;
    create table shop.resource_kinds (kind text primary key, of_table regclass not null, only_where text not null);
    create procedure shop.name_kind(named text, t regclass, only_where text default 'true')
      language plpgsql as 'begin null; end'`);
  await world.admin.query(
    "insert into public.migrations (name, checksum) values ('0001_foundation.sql', 'x'), ($1, 'y')",
    [newest],
  );
}

describe("a database from before the migrations were merged", () => {
  test("is upgraded with all its rows", async ({ world, admin }) => {
    await seedProduct(world, await seedStore(world));
    const before = await schemaOf(admin);
    const { rows: words } = await admin.query(
      "select search::text, digest from shop.product_words",
    );
    expect(words).toMatchObject([{ search: expect.any(String), digest: expect.any(String) }]);
    await asBefore(world, "0127_room_for_pictures.sql");
    // Restores the earlier tables: with the columns that later migrations remove, and without what they add.
    await admin.query(`
      alter table shop.domains add column next_check_at timestamptz, add column checks int not null default 0;
      create index domains_to_check on shop.domains (next_check_at) where status = 'VERIFYING';
      insert into shop.domains (store_id, id, host) select id, gen_random_uuid(), 'claimed.example' from shop.stores;
      alter table shop.bulk_edits add column due_at timestamptz, add column failures int, add column turn_at timestamptz;
      alter table shop.file_jobs add column claim uuid, add column claimed_until timestamptz, add column claimed_by bigint,
        add column attempts int, add column turn_at timestamptz;
      alter table shop.mails add column run_at timestamptz not null default now(), add column attempts int not null default 0,
        add column is_bulk boolean not null default false;
      alter table shop.account_mails add column run_at timestamptz not null default now(), add column attempts int not null default 0;
      insert into shop.mails (store_id, id, template, recipient, data)
        select id, gen_random_uuid(), 'password-changed', 'ada@example.com', '{}' from shop.stores;
      drop table shop.jobs, shop.job_turns cascade;
      create table shop.outbox (store_id uuid not null references shop.stores, id uuid, topic text not null, payload jsonb not null,
        run_at timestamptz not null default now(), attempts int not null default 0, last_error text, done_at timestamptz);
      insert into shop.outbox (store_id, id, topic, payload, done_at)
        select id, gen_random_uuid(), 'stock.low', jsonb_build_object('n', n), case when n = 2 then now() end
        from shop.stores, generate_series(1, 2) n;
      drop table shop.draft_order_lines, shop.draft_orders cascade;
      ${beforeOrderDocuments}
      alter table shop.customers drop column mailbox;
      ${beforeOrderLists}
      ${beforeShipments}
      ${beforeOrderChanges}
      ${beforeExpressOrders}
      ${beforeReconciliation}
      ${beforeDisputes}
      ${beforePaymentProviders}
      ${beforeRefunds}
      ${beforeOrderStates}
      alter table shop.stores add column tax_basis_points int not null default 800;
      drop table shop.tax_settings, shop.tax_rates cascade;
      alter table shop.products drop column tax_class cascade;
      alter table shop.orders drop column vat_id;
      alter table shop.locations drop column country cascade, drop column region cascade, drop column postal_code cascade;
      drop table shop.discount_codes, shop.discount_code_batches, shop.discount_uses, shop.discount_versions;
      alter table shop.orders drop column pickup, drop column price_trace, drop column tax_included_minor, drop column shipping_tax_minor;
      alter table shop.order_items drop column tax_included_minor;
      drop trigger note_update on shop.discounts;
      alter table shop.discounts drop column title, drop column products, drop column collections,
        drop column excluded_products, drop column excluded_collections, drop column excludes_sales, drop column tiers,
        drop column give, drop column maximum_subtotal_minor, drop column minimum_quantity, drop column uses_per_customer,
        drop column customer_tags, drop column first_order_only, drop column priority, drop column combines,
        drop column has_unique_codes, drop column version, drop column created_at, drop column updated_at,
        drop column deleted_at, alter column code set not null;
      drop index shop.discounts_by_id;
      create unique index discounts_by_code on shop.discounts (store_id, upper(code));
      alter table shop.discounts drop constraint discounts_percent;
      alter table shop.stores drop column proven_contact_email, drop column opened_by, drop column is_slug_free,
        add constraint stores_slug_key unique (slug);
      drop index shop.orders_ended_by_account;
      ${beforeActivations}
      drop table shop.account_erasures;
      ${beforeErasureQueue}
      ${beforeImportsInOrder}
      ${beforeExportedQuantities}
      ${beforeCountsByTime}
      ${beforeFormerEmailTimes}
      ${beforePictureWaits}
      ${beforeAskedAtStores}
      ${beforeSubscriptionHosts}
      ${beforeLookedAtPictures}
      ${beforeShownPictures}
      ${beforeFormerEmailPeriods}
      ${beforeWithheldDifferences}
      ${beforeLowUnits}
      ${beforeDueProductsByStore}
      ${beforeProductWords}
      ${beforeWordsByStore}
      ${beforeCollectionWords}
      alter table shop.orders drop column mail_callers;
      ${beforeErasedReviews}
      ${beforeReviewCounts}
      alter table shop.reviews drop column caller, drop column network;
      alter table shop.customers add column guest_asked_at timestamptz;
      alter table shop.stores drop column shipping_calendar cascade;
      drop table shop.shipping_areas, shop.shipping_credentials cascade;
      alter table shop.shipping_rates drop column provider_id cascade, drop column type cascade, drop column steps cascade,
        drop column free_products cascade, drop column location_id cascade, drop column pickup_address cascade,
        drop column version cascade;
      drop index shop.shipping_rates_by_id;
      drop table shop.shipping_providers cascade;
      alter table shop.shipping_rates rename column region_id to zone_id;
      alter table shop.shipping_rates
        rename constraint shipping_rates_store_id_region_id_fkey to shipping_rates_store_id_zone_id_fkey;
      alter index shop.shipping_rates_by_region rename to shipping_rates_by_zone;
      alter table shop.shipping_regions add column countries text[] not null default '{}';
      alter table shop.shipping_regions rename to shipping_zones;
      alter table shop.shipping_zones rename constraint shipping_regions_pkey to shipping_zones_pkey;
      alter index shop.shipping_regions_by_id rename to shipping_zones_by_id;
      ${beforeStandardNames}`);
    await start(admin);
    expect(namesOf(await schemaOf(admin))).toEqual(namesOf(before));
    expect(await isUpToDate(admin)).toBe(true);
    // The work that was waiting has become jobs.
    const jobs = await admin.query(
      "select kind from shop.jobs where lane = store_id::text order by kind",
    );
    expect(jobs.rows.map(({ kind }) => kind)).toEqual(["domains.verify", "mail", "stock.low"]);
    expect((await admin.query("select from shop.products")).rowCount).toBe(1);
    expect((await admin.query("select search::text, digest from shop.product_words")).rows).toEqual(
      words,
    );
    // Reviews of authors who were erased earlier are recognized too.
    expect((await admin.query(erasedReviews)).rowCount).toBe(1);
    // The store's one tax rate is now a rate for all countries, and is added to prices as before.
    const tax = await admin.query(
      `select r.country, r.basis_points, s.prices_include_tax, s.taxes_shipping from shop.tax_rates r
       join shop.tax_settings s using (store_id)`,
    );
    expect(tax.rows).toEqual([
      { country: "", basis_points: 800, prices_include_tax: false, taxes_shipping: false },
    ]);
    const { rows } = await admin.query<{ name: string }>(
      "select name from public.migrations order by name",
    );
    expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ path }) => path));
  });

  test("is rejected with one line if it is older, and left unchanged", async ({ world, admin }) => {
    await asBefore(world, "0097_review_photo_room.sql");
    await expect(start(admin)).rejects.toThrow(
      /^The database was created by an old version of Vetrina \(last migration: 0097_review_photo_room\.sql\)\. .*use an empty database\.$/,
    );
    expect((await admin.query("select from public.migrations")).rowCount).toBe(2);
  });
});

test("views are created in the order of their dependencies", async () => {
  const views = (await readObjects()).filter(({ kind }) => kind === "views");
  const [first, ...rest] = views;
  const last = {
    ...first!,
    name: "catalogue.a",
    text: "create view catalogue.a as select from catalogue.z",
  };
  const z = { ...first!, name: "catalogue.z", text: "create view catalogue.z as select 1" };
  expect(
    inOrder([last, ...rest, z])
      .map(({ name }) => name)
      .filter((name) => /\.[az]$/.test(name)),
  ).toEqual(["catalogue.z", "catalogue.a"]);
  const round = { ...z, text: "create view catalogue.z as select from catalogue.a" };
  expect(() => inOrder([last, round])).toThrow("depends on itself");
});
