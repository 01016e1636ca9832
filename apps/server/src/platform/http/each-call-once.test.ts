// @module-tag slow

import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { endpoints, openShop, type Shop } from "./contract.fixture.ts";
import { requestOf, validInput, whoMay } from "./valid-calls.fixture.ts";

/** Calls without an audit entry, each with the reason. */
const notAudited: Record<string, string> = {
  "analytics.trackEventByOneHour": "an anonymous count",
  "customers.subscribe": "sends an email; the subscription begins when it is confirmed",
  "customers.confirmSubscription": "the row itself records when its owner confirmed it",
  "customers.unsubscribe": "the row itself records when its owner ended it",
  "customers.findOrCreateGuest": "an anonymous checkout's handle",
  "customers.updateWishlist": "a customer's private list",
  "discounts.validateDiscount": "reads",
  "discounts.rehearseDiscount": "reads",
  "shipping.calculateShipping": "reads",
  "reviews.voteForReview": "an anonymous count",
  "orders.openOrder": "sets a cookie for the holder of the key",
  "payments.createClientToken": "asks the provider",
  "payments.updateExpressShipping": "prices an attempt: the payment row is its own record",
  "payments.createPaymentIntent": "opens an attempt: the payment row is its own record",
};

/**
 * The cache tags (without ids) that each call publishes. Other calls publish none: stock is published when its status
 * changes, and changes to drafts or unused resources are not visible.
 */
const published: Record<string, string> = {
  "collections.createCollection": "collection lists",
  "collections.updateCollection": "collection lists",
  "collections.deleteCollection": "collection lists",
  "collections.addCollectionProducts": "collection lists",
  "collections.removeCollectionProducts": "collection lists",
  "domains.updateDomain": "store",
  "domains.deleteDomain": "store",
  "inventory.setBackorder": "lists product",
  "languages.createTranslation": "collection lists",
  "languages.updateTranslation": "lists product",
  "languages.createLanguage": "store",
  "languages.updateLanguage": "store",
  "languages.deleteLanguage": "catalogue lists policies store",
  "media.setProductImages": "lists product",
  "menus.updateMenu": "lists menu",
  "policies.createPolicy": "policies",
  "policies.updatePolicy": "policies",
  "policies.deletePolicy": "policies",
  "products.createProduct": "lists product",
  "products.updateProduct": "lists product",
  "products.deleteProduct": "lists product",
  "products.restoreProduct": "lists product",
  "products.duplicateProduct": "lists product",
  "products.createVariant": "lists product",
  "products.createMissingVariants": "lists product",
  "products.updateVariant": "lists product",
  "products.deleteVariant": "lists product",
  "reviews.updateReview": "lists product",
  "payments.createPaymentProvider": "store",
  "payments.updatePaymentProvider": "store",
  "payments.deletePaymentProvider": "store",
  "reviews.deleteReview": "lists product",
  "reviews.voteForReview": "product",
  "search.updateSynonyms": "lists",
  "shipping.createShippingProvider": "store",
  "shipping.updateShippingProvider": "store",
  "shipping.deleteShippingProvider": "store",
  "shipping.createShippingRegion": "store",
  "shipping.updateShippingRegion": "store",
  "shipping.deleteShippingRegion": "store",
  "shipping.createShippingRate": "store",
  "shipping.updateShippingRate": "store",
  "shipping.deleteShippingRate": "store",
  "shipping.createStoreRegion": "store",
  "shipping.deleteStoreRegion": "store",
  "taxes.updateTaxSettings": "store",
  "taxes.createTaxRate": "store",
  "taxes.updateTaxRate": "store",
  "taxes.deleteTaxRate": "store",
  "stores.updateStore": "store",
  "stores.deleteStore": "store",
  "upsells.createUpsell": "product",
  "upsells.updateUpsell": "product",
  "upsells.deleteUpsell": "product",
};

async function eventsSince(world: World, storeId: string): Promise<string> {
  const { rows } = await world.admin.query<{ tag: string }>(
    "select distinct split_part(tag, ':', 1) as tag from shop.jobs, jsonb_array_elements_text(payload -> 'tags') tag where store_id = $1 order by 1",
    [storeId],
  );
  return rows.map(({ tag }) => tag).join(" ");
}

test("every call that changes a store is audited with its trace id; personal responses are not cached, others only privately", async ({
  world,
}) => {
  const writes = new Set(
    endpoints.filter(({ endpoint }) => isWrite(endpoint)).map(({ name }) => name),
  );
  expect(Object.keys(notAudited).filter((name) => !writes.has(name))).toEqual([]);
  const shared = await openShop(world, "shared");
  let [opened, changed] = [0, await openShop(world, "shop-0")];
  const wrong: string[] = [];
  for (const named of endpoints) {
    if (!isWrite(named.endpoint)) {
      wrong.push(...(await errorsOf(world, named, shared)));
      continue;
    }
    // Calls share a shop, because opening one costs more than a call. If a call fails or writes nothing there, earlier
    // calls may be the cause, so it is repeated in a new shop. Deletions and calls without audit entries get a new one
    // at once.
    const isNew = named.name in notAudited || named.endpoint.method === "DELETE";
    if (!isNew && (await errorsOf(world, named, changed)).length === 0) continue;
    changed = await openShop(world, `shop-${++opened}`);
    wrong.push(...(await errorsOf(world, named, changed)));
  }
  expect(wrong).toEqual([]);
});

function isWrite({ method, store }: Endpoint): boolean {
  return method !== "GET" && store.by !== "none";
}

/** Makes a call in the shop, and returns what is wrong with its response, its audit entry and its published tags. */
async function errorsOf(
  world: World,
  named: (typeof endpoints)[number],
  shop: Shop,
): Promise<string[]> {
  const { name, endpoint } = named;
  const wrong: string[] = [];
  const input = await validInput(named, shop, world);
  const bearer = await whoMay(endpoint, shop, world);
  await world.admin.query("delete from shop.jobs where store_id = $1", [shop.storeId]);
  const answer = await world.app.inject(requestOf(named, input, shop.host, bearer));
  const ok = answer.statusCode < 300;
  const caching = answer.headers["cache-control"];
  const expected = !ok || endpoint.personal === true ? "no-store" : "private, no-cache";
  if (caching !== expected) wrong.push(`${name}: ${caching} instead of ${expected}`);
  const tags = await eventsSince(world, shop.storeId);
  if (tags !== (published[name] ?? ""))
    wrong.push(`${name} publishes "${tags}" instead of "${published[name] ?? ""}"`);
  if (!isWrite(endpoint)) return wrong;
  if (!ok)
    wrong.push(
      `${name} did not succeed (define its input in valid-calls.fixture.ts): ${answer.statusCode} ${answer.body.slice(0, 300)}`,
    );
  const { rowCount } = await world.admin.query(
    "select from shop.audit_entries where store_id = $1 and trace_id = $2 and origin = $3",
    [
      shop.storeId,
      answer.headers["x-trace-id"],
      name === "logging.createAuditEntry" ? "MANUAL" : "SYSTEM",
    ],
  );
  const audited = (rowCount ?? 0) > 0;
  if (audited === name in notAudited)
    wrong.push(
      audited ? `${name} is audited: remove it from the list here` : `${name} wrote no audit entry`,
    );
  return wrong;
}
