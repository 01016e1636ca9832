// @module-tag slow

import type { LightMyRequestResponse } from "fastify";
import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "../../app.ts";
import type { Actor } from "../context.ts";
import { type AccessChecks, theChecks } from "./api-server.ts";
import { endpoints, keyOf, openShop, type Shop, signedIn } from "./contract.fixture.ts";
import { KeyPermission } from "@vetrina/contract/people/api-keys";
import { Permission } from "@vetrina/contract/people/permissions";
import { type Bearer, type CallInput, requestOf, validInput } from "./valid-calls.fixture.ts";

/** Grants every caller access, to test the application without its own checks. */
function letIn(claims: (userId: string) => Actor): AccessChecks["authorize"] {
  return (access, { user, key, orderKey }, { orderId }) => {
    const [grant] = access.allow;
    const actor: Actor =
      key !== null
        ? { kind: "apiKey", keyId: key.keyId, keyHash: key.keyHash }
        : user !== null
          ? claims(user.userId)
          : orderKey !== null && orderId !== null
            ? { kind: "order", orderId, keyHash: orderKey.hash, boundTo: orderKey.boundTo }
            : { kind: "anonymous" };
    return Promise.resolve({ actor, grant, seesMore: true, needs: [] });
  };
}

const asStaff = (userId: string): Actor => ({
  kind: "user",
  userId,
  sessionId: userId,
  isPlatformAdmin: true,
});

/** A user who claims to be the shop's customer and the owner of the shop's order. */
function asCustomerOf(shop: Shop): (userId: string) => Actor {
  const { customer: customerId, order: orderId } = shop.ids;
  return (userId) => ({ kind: "customer", userId, sessionId: userId, customerId, orderId });
}

function asCustomer(shop: Shop): (userId: string) => Actor {
  const { customer: customerId } = shop.ids;
  return (userId) => ({ kind: "customer", userId, sessionId: userId, customerId, orderId: null });
}

type Outsider = { name: string; bearer: Bearer; isUser: boolean };

const user = (name: string, token: string) => ({ name, bearer: { token }, isUser: true });
const others = (name: string, bearer: Bearer) => ({ name, bearer, isUser: false });

/** Every caller who has no access to the first shop's order, customer and settings. */
async function outsiders(world: World, own: Shop, other: Shop): Promise<Outsider[]> {
  const owner = { permissions: Permission.options, owner: true };
  const key = (await keyOf(world, other.storeId, KeyPermission.options)).key;
  return [
    user("a user of no store", await signedIn(world)),
    user("the other shop's owner", await signedIn(world, { storeId: other.storeId, ...owner })),
    user("the other shop's customer", other.customerToken),
    user("another customer", own.otherCustomerToken),
    others("nobody", {}),
    others("the other shop's key", { token: key }),
    others("another order's key", { orderKey: own.otherOrder.orderKey }),
    others("the other shop's order's key", { orderKey: other.orderKey }),
  ];
}

const mark = "HIDDEN-FROM-OTHERS";
const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** Puts a mark into texts of the shop that are not public. */
async function markRows(world: World, { storeId, ids }: Shop): Promise<void> {
  for (const statement of [
    "update shop.orders set note = $2, email = $2 || '@example.com', shipping_address = jsonb_build_object('name', $2::text, 'address', 'A', 'city', 'C', 'country', 'US') where store_id = $1",
    `update shop.customers set note = $2, name = $2, phone = $2 where store_id = $1 and id = '${ids.customer}'`,
    `update shop.customer_addresses set name = $2, address = $2 where store_id = $1 and id = '${ids.address}'`,
    "update shop.roles set name = $2 || id where store_id = $1 and not is_built_in",
    "update shop.api_keys set name = $2 where store_id = $1",
    "update shop.audit_entries set entity_type = $2 where store_id = $1",
    "insert into shop.discounts (store_id, id, code, type, value) values ($1, gen_random_uuid(), $2, 'PERCENTAGE', 1000)",
    "insert into shop.products (store_id, id, link, name, status) values ($1, gen_random_uuid(), 'draft', $2, 'DRAFT')",
    "insert into shop.reviews (store_id, id, product_id, name, rating, title, content, status) select $1, gen_random_uuid(), id, $2, 5, $2, $2, 'PENDING' from shop.products where store_id = $1 and status = 'ACTIVE' limit 1",
    "insert into shop.contact_messages (store_id, id, name, email, subject, message, created_at) values ($1, gen_random_uuid(), $2, lower($2) || '@example.com', 'Order', $2, now())",
    "insert into shop.subscriptions (store_id, id, email, source, token_hash) values ($1, gen_random_uuid(), $2 || '@example.com', 'newsletter', '\\x00')",
  ])
    await world.admin.query(statement, [storeId, mark]);
  expect(ids.order).not.toBe("");
}

/** Public tables of the shop; their ids may be in any response. */
const shown = new Set([
  ..."products variants images collections collection_products upsells policies reviews".split(" "),
  ..."shipping_regions shipping_providers shipping_rates payment_providers domains store_languages".split(
    " ",
  ),
]);

/** The ids of everything that isn't public, from every table, so that new tables are included. */
async function hiddenIds(world: World, { storeId }: Shop): Promise<Map<string, string>> {
  const { rows } = await world.admin.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
    join pg_attribute s on s.attrelid = c.oid and s.attname = 'store_id'
    where c.relnamespace = 'shop'::regnamespace and c.relkind in ('r', 'p')`);
  const ids = new Map<string, string>();
  for (const { name } of rows.filter((table) => !shown.has(table.name))) {
    const found = await world.admin.query<{ id: string }>(
      `select id::text from shop.${name} where store_id = $1`,
      [storeId],
    );
    for (const { id } of found.rows) ids.set(id, name);
  }
  return ids;
}

/** A hash of the shop's rows, for each table. */
async function rowsOf(world: World, { storeId }: Shop): Promise<Map<string, string>> {
  const { rows } = await world.admin.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id'
    where c.relnamespace = 'shop'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  const seen = new Map<string, string>();
  for (const { name } of rows) {
    const content = await world.admin.query<{ hash: string }>(
      `select md5(string_agg(t::text, E'\\n' order by t::text)) as hash from shop.${name} t where store_id = $1`,
      [storeId],
    );
    seen.set(name, content.rows[0]?.hash ?? "");
  }
  return seen;
}

function hidden({ endpoint }: (typeof endpoints)[number]): boolean {
  const { allow } = endpoint.access;
  return endpoint.store.by !== "none" && !allow.includes("public");
}

/** Fields that only say which part of a list was sent. */
const aboutLists = new Set(["page", "limit", "isComplete"]);

/** Whether a response reveals nothing: besides `aboutLists`, only empty lists, null, false, 0, or the input repeated. */
function revealsNothing(value: unknown, sent: string): boolean {
  if (value === null || value === false || value === 0) return true;
  if (typeof value === "string") return sent.includes(value);
  if (typeof value !== "object") return false;
  return Object.entries(value).every(
    ([key, inner]) => aboutLists.has(key) || revealsNothing(inner, sent),
  );
}

type Try = { named: (typeof endpoints)[number]; who: string; sent: string };
type Leak = (answer: LightMyRequestResponse, tried: Try) => void;

async function tryAll(
  world: World,
  own: Shop,
  callers: readonly Outsider[],
  inputs: ReadonlyMap<string, CallInput>,
  checks: Omit<AccessChecks, "requireCredentials">,
  leak: Leak,
): Promise<number> {
  const app = buildApp(world.services, {
    rateLimits: false,
    checkResponses: false,
    trustProxy: false,
    checks: { requireCredentials: () => {}, ...checks },
  });
  let calls = 0;
  for (const named of endpoints) {
    // Skips calls that every user may make: any user may become a customer, and anyone may order.
    if (named.endpoint.access.allow.includes("user")) continue;
    if (!hidden(named) && named.endpoint.method !== "GET") continue;
    const input = inputs.get(named.name) ?? {};
    for (const { name, bearer } of callers) {
      const request = requestOf(named, input, own.host, bearer);
      leak(await app.inject(request), { named, who: name, sent: JSON.stringify(request) });
      calls += 1;
    }
  }
  await app.close();
  return calls;
}

describe("with the checks of the application switched off", () => {
  test("no call reveals or changes rows of others", async ({ world }) => {
    const [own, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
    await markRows(world, own);
    const { directory } = world.services;
    const inputs = new Map<string, CallInput>();
    // Prepared once, so that the preparation's changes aren't mistaken for the calls'.
    for (const named of endpoints) inputs.set(named.name, await validInput(named, own, world));
    const before = await rowsOf(world, own);
    const ids = await hiddenIds(world, own);
    const leaks: string[] = [];
    const { storeOf } = theChecks;
    const ofCaller = async () => (await directory.find(other.storeId)) ?? null;
    let calls = 0;
    const everybody = await outsiders(world, own, other);
    const users = everybody.filter(({ isUser }) => isUser);
    for (const [claims, callers] of [
      [asStaff, everybody],
      // Only signed-in users can claim to be a customer.
      [asCustomerOf(own), users],
      [asCustomer(own), users],
    ] as const) {
      const authorize = letIn(claims);
      // Tries the store that the id belongs to, then the caller's own store with the same id. The second try finds
      // queries that don't check which store the id belongs to.
      for (const find of [storeOf, ofCaller]) {
        const note: Leak = (answer, { named, who, sent }) => {
          const what = `${named.name} to ${who}: ${answer.statusCode}`;
          if (answer.body.includes(mark)) leaks.push(what);
          // The checks below leave out other customers of the shop, who may see their own rows, and calls about
          // accounts, which belong to no store.
          if (who.startsWith("another ") || named.endpoint.store.by === "none") return;
          if (hidden(named) && find === storeOf && answer.statusCode < 400)
            if (
              !(named.endpoint.file
                ? isEmptyFile(answer.body)
                : revealsNothing(answer.json(), sent))
            )
              leaks.push(what);
          for (const [id] of answer.body.matchAll(uuids))
            if (ids.has(id) && !sent.includes(id)) leaks.push(`${what}, an id of ${ids.get(id)}`);
        };
        calls += await tryAll(world, own, callers, inputs, { authorize, storeOf: find }, note);
      }
    }
    expect(leaks).toEqual([]);
    expect(new Set(ids.values()).size).toBeGreaterThan(10);
    const after = await rowsOf(world, own);
    const changed = [...before.keys()].filter((table) => before.get(table) !== after.get(table));
    expect(changed).toEqual([]);
    expect(calls).toBeGreaterThan(endpoints.length * 20);
  });

  test("the staff's own calls still work, so only row-level security stops the others", async ({
    world,
  }) => {
    const own = await openShop(world, "mine");
    await markRows(world, own);
    const token = await signedIn(world, { storeId: own.storeId, permissions: ["VIEW_DASHBOARD"] });
    const { storeOf } = theChecks;
    const app = buildApp(world.services, {
      rateLimits: false,
      checkResponses: false,
      trustProxy: false,
      checks: { requireCredentials: () => {}, authorize: letIn(asStaff), storeOf },
    });
    const shown: string[] = [];
    for (const named of endpoints.filter(({ endpoint }) => endpoint.method === "GET")) {
      const answer = await app.inject(
        requestOf(named, await validInput(named, own, world), own.host, { token }),
      );
      if (answer.body.includes(mark)) shown.push(named.name);
    }
    expect(shown).toEqual(expect.arrayContaining(["orders.getOrder", "logging.listAuditEntries"]));
    await app.close();
  });
});

/** A CSV with nothing but its header. */
function isEmptyFile(body: string): boolean {
  return body.trim().split("\n").length === 1;
}
