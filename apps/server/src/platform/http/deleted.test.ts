// @module-tag slow

import { describe, expect } from "vitest";
import type { ResourceKind } from "@vetrina/contract/endpoint";
import { Permission } from "@vetrina/contract/people/permissions";
import { test, type World } from "#tests/world.ts";
import { newId } from "../id.ts";
import { type Caller, createCallers } from "./callers/callers.fixture.ts";
import {
  endpoints,
  type NamedEndpoint,
  openShop,
  type Shop,
  signedIn,
} from "./contract.fixture.ts";
import { type CallInput, requestOf, subjectOf, validInput } from "./valid-calls.fixture.ts";

/** How a resource of each kind is deleted; null for kinds that can't be deleted, such as ledger and audit rows. */
const deletions: Record<ResourceKind, string | null> = {
  product: "update shop.products set deleted_at = now() where id = $1",
  variant: "update shop.variants set deleted_at = now() where id = $1",
  order: "update shop.orders set deleted_at = now() where id = $1",
  "draft order":
    "with lines as (delete from shop.draft_order_lines where draft_id = $1) delete from shop.draft_orders where id = $1",
  collection: "update shop.collections set deleted_at = now() where id = $1",
  discount: "update shop.discounts set deleted_at = now() where id = $1",
  "code batch":
    "update shop.discounts set deleted_at = now() where id = (select discount_id from shop.discount_code_batches where id = $1)",
  domain: "delete from shop.domains where id = $1",
  translation: "delete from shop.translations where id = $1",
  language: "delete from shop.store_languages where id = $1",
  policy: "update shop.policies set deleted_at = now() where id = $1",
  region: "delete from shop.shipping_regions where id = $1",
  "payment provider": "delete from shop.payment_providers where id = $1",
  "shipping provider": "delete from shop.shipping_providers where id = $1",
  "shipping rate": "delete from shop.shipping_rates where id = $1",
  "tax rate": "delete from shop.tax_rates where id = $1",
  review: "delete from shop.reviews where id = $1",
  upsell: "delete from shop.upsells where id = $1",
  shipment:
    "with lines as (delete from shop.shipment_lines where shipment_id = $1) delete from shop.shipments where id = $1",
  location: "update shop.locations set deleted_at = now() where id = $1",
  address: "delete from shop.customer_addresses where id = $1",
  role: "with held as (delete from shop.role_assignments where role_id = $1) delete from shop.roles where id = $1",
  customer:
    "update shop.customers set erased_at = now(), user_id = null, email = null, name = '', phone = null, note = null, tags = '{}', former_emails = '{}' where id = $1",
  media: "delete from shop.media where id = $1",
  import: "delete from shop.file_jobs where id = $1",
  export: "delete from shop.file_jobs where id = $1",
  "webhook event": "delete from shop.webhook_events where id = $1",
  difference: "delete from shop.reconciliation_differences where id = $1",
  transfer: null,
  "stock count": null,
  "bulk edit": null,
  transaction: null,
  "API key": null,
};

/** Calls that also work on a deleted resource: they restore it, or confirm that a customer was already erased. */
const forDeleted = new Set([
  "customers.eraseCustomer",
  "orders.restoreOrder",
  "products.restoreProduct",
]);

type Bearer = { token?: string; orderKey?: string };
type WholeInput = Awaited<ReturnType<typeof validInput>>;
type Inputs = ReadonlyMap<string, WholeInput>;

async function inputsOf(world: World, shop: Shop, about: readonly NamedEndpoint[]) {
  const inputs = new Map<string, WholeInput>();
  for (const named of about) {
    const [input, subject] = [
      await validInput(named, shop, world),
      subjectOf(named.endpoint, shop),
    ];
    if (subject !== null) Object.assign(input[subject.in], subject.fields);
    inputs.set(named.name, input);
  }
  return inputs;
}

/** The responses of a call for the shop's deleted resource and for an unknown one. */
async function goneAndNever(
  world: World,
  named: NamedEndpoint,
  shop: Shop,
  inputs: Inputs,
  bearer: Bearer,
): Promise<[string, string]> {
  const input = inputs.get(named.name) ?? { params: {}, query: {}, body: {} };
  const never = structuredClone(input);
  const subject = subjectOf(named.endpoint, shop);
  for (const field of Object.keys(subject?.fields ?? {}))
    if (subject !== null) never[subject.in][field] = newId();
  const result = async (sent: CallInput) => {
    const answer = await world.app.inject(requestOf(named, sent, shop.host, bearer));
    if (answer.statusCode < 400) return `${answer.statusCode} done`;
    const { code, message } = answer.json<{ code: string; message: string }>();
    return `${answer.statusCode} ${code} ${message}`;
  };
  return [await result(input), await result(never)];
}

describe("a deleted resource", () => {
  test("gives its former users the response for an unknown one, and others the response for no access", async ({
    world,
  }) => {
    const [shop, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
    const about = endpoints.filter(
      ({ name, endpoint: { store } }) =>
        store.by === "resource" && deletions[store.kind] !== null && !forDeleted.has(name),
    );
    const inputs = await inputsOf(world, shop, about);
    const callersOf = createCallers(world, shop, other);
    const callers = new Map<string, Caller[]>();
    for (const named of about) callers.set(named.name, await callersOf(named.endpoint));
    for (const [kind, statement] of Object.entries(deletions))
      if (statement !== null) await world.admin.query(statement, [shop.ids[kind as ResourceKind]]);
    const wrong: string[] = [];
    let cells = 0;
    for (const named of about)
      for (const caller of callers.get(named.name) ?? []) {
        const [gone, never] = await goneAndNever(world, named, shop, inputs, caller);
        // Callers whose role lacks the permission are rejected either way.
        const isForbidden = gone.startsWith("403 FORBIDDEN") && caller.holds?.own !== undefined;
        if (!isForbidden && (gone !== never || !/^40[14] /.test(gone)))
          wrong.push(`${named.name} | ${caller.name}: ${gone}, never: ${never}`);
        cells += 1;
      }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(about.length * 12);
  });

  test("a deleted store looks like an unknown one to everyone, including its owner and platform administrators", async ({
    world,
  }) => {
    const [shop, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
    const about = endpoints.filter(({ endpoint: { store } }) => store.by !== "none");
    const inputs = await inputsOf(world, shop, about);
    const callersOf = createCallers(world, shop, other);
    const callers = new Map<string, Caller[]>();
    for (const named of about) callers.set(named.name, await callersOf(named.endpoint));
    await world.admin.query("update shop.stores set deleted_at = now() where id = $1", [
      shop.storeId,
    ]);
    world.services.directory.forget();
    const wrong: string[] = [];
    for (const named of about)
      for (const caller of callers.get(named.name) ?? []) {
        const [gone, never] = await goneAndNever(world, named, shop, inputs, caller);
        if (gone !== never || !/^(?:401|404|421) /.test(gone))
          wrong.push(`${named.name} | ${caller.name}: ${gone}, never: ${never}`);
      }
    expect(wrong).toEqual([]);
  });
});

test("another store's second id in a call looks like an unknown one", async ({ world }) => {
  const [own, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
  const token = await signedIn(world, {
    storeId: own.storeId,
    permissions: Permission.options,
    owner: true,
  });
  const wrong: string[] = [];
  let tried = 0;
  for (const named of endpoints) {
    const input = await validInput(named, own, world);
    const subject = JSON.stringify(subjectOf(named.endpoint, own)?.fields ?? {});
    for (const [kind, id] of Object.entries(own.ids)) {
      const text = JSON.stringify(input);
      if (!text.includes(id) || subject.includes(id)) continue;
      const result = async (second: string) => {
        const sent = JSON.parse(text.replaceAll(id, second)) as CallInput;
        const answer = await world.app.inject(requestOf(named, sent, own.host, { token }));
        const { traceId: _own, ...body } = answer.json<Record<string, unknown>>();
        // These differ between the two calls, because each one changes the resource again.
        for (const changing of ["version", "updatedAt"]) delete body[changing];
        return `${answer.statusCode} ${JSON.stringify(body)}`.replaceAll(second, "ID");
      };
      const foreign = await result(other.ids[kind as ResourceKind]);
      const never = await result(newId());
      if (foreign !== never) wrong.push(`${named.name}: ${foreign}, never: ${never}`);
      tried += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(4);
});
