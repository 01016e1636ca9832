import type { InjectOptions } from "fastify";
import { z } from "zod";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { Permission } from "@vetrina/contract/people/permissions";
import { seedProduct } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { seedBulkEdit } from "../../domains/bulk-edits/bulk-edits.fixture.ts";
import { unsubscribeToken } from "../../domains/customers/subscriptions/unsubscribe-token.ts";
import { seedInvitation } from "../../domains/invitations/invitations.fixture.ts";
import { createReview } from "../../domains/reviews/create-review.ts";
import { seedUser } from "../../domains/users/user.fixture.ts";
import { webhookCalls } from "../../domains/webhooks/webhook-events.fixture.ts";
import { queryable, sql } from "../database/sql.ts";
import { newId } from "../id.ts";
import { hashKey } from "./callers/identify.ts";
import {
  addressOf,
  type NamedEndpoint,
  seedCustomer,
  seedLocation,
  seedDomain,
  seedFileJob,
  seedLanguage,
  seedPolicy,
  seedMedia,
  type Shop,
  signedIn,
} from "./contract.fixture.ts";
import { orderCalls } from "./order-calls.fixture.ts";
import { paidOrderCalls } from "./paid-order-calls.fixture.ts";
import { paymentProviderCalls } from "./payment-provider-calls.fixture.ts";
import { shipmentCalls } from "./shipment-calls.fixture.ts";
import { shippingCalls } from "./shipping-calls.fixture.ts";
import { smallPicture } from "./small-picture.fixture.ts";
import { userCalls } from "./user-calls.fixture.ts";

/** The required input except the field that names the store or resource. */
export type CallInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  file?: Buffer;
};
type Make = (shop: Shop, world: World) => CallInput | Promise<CallInput>;
const address = {
  name: "Ada",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};
const lines = (shop: Shop) => [{ variantId: shop.ids.variant, quantity: 1 }];

/**
 * Valid input for each call that needs more than an empty body, in a shop created by openShop(). Tests report a call that
 * is missing here.
 */
const inputs: Record<string, Make> = {
  "analytics.trackEventByOneHour": ({ storeId }) => ({
    query: { storeId },
    body: { value: 1, event: "PRODUCT_VIEW" },
  }),
  "apiKeys.createApiKey": () => ({ body: { name: "Till", permissions: ["MANAGE_ORDERS"] } }),
  "bulkEdits.createBulkEdit": () => ({
    body: { selection: { filter: {} }, change: { tags: { add: ["new"] } } },
  }),
  "bulkEdits.undoBulkEdit": async ({ storeId, ids }, world) => ({
    params: { id: await seedBulkEdit(world, storeId, ids.product, "DONE") },
  }),
  "collections.getCollection": () => ({ params: { link: "new" } }),
  "collections.createCollection": () => ({ body: { name: "Coats" } }),
  "collections.addCollectionProducts": ({ ids }) => ({ body: { products: [ids.product] } }),
  "collections.removeCollectionProducts": ({ ids }) => ({ body: { products: [ids.product] } }),
  "contact.createContactMessage": () => ({
    body: {
      name: "Ada",
      email: `${newId()}@example.com`,
      subject: "Order",
      message: "Where is it?",
    },
  }),
  "customers.createCustomer": () => ({ body: { email: `${newId()}@example.com` } }),
  "customers.findOrCreateGuest": () => ({ body: { email: `${newId()}@example.com` } }),
  "customers.eraseCustomer": async ({ storeId }, world) => ({
    params: { id: (await seedCustomer(world, storeId)).id },
  }),
  "customers.updateCustomer": () => ({ body: { name: newId() } }),
  "customers.createAddress": () => ({ body: address }),
  "customers.updateAddress": ({ ids }) => ({ params: { addressId: ids.address }, body: address }),
  "customers.deleteAddress": ({ ids }) => ({ params: { addressId: ids.address } }),
  "customers.updateWishlist": ({ ids }) => ({ body: { add: [ids.product] } }),
  "customers.unsubscribe": async ({ storeId }, world) => {
    const { id } = await waitingSubscription(world, storeId);
    return { body: { token: unsubscribeToken(world.services.key("unsubscribe"), storeId, id) } };
  },
  "customers.subscribe": () => ({ body: { email: `${newId()}@example.com` } }),
  "customers.confirmSubscription": async ({ storeId }, world) => ({
    body: { token: (await waitingSubscription(world, storeId)).token },
  }),
  "discounts.createDiscount": () => ({ body: { code: newId(), type: "PERCENTAGE", value: 10 } }),
  "discounts.createDiscountCodes": () => ({ body: { count: 3 } }),
  "discounts.rehearseDiscount": () => ({
    body: { title: "Planned", type: "PERCENTAGE", value: 10 },
  }),
  "discounts.validateDiscount": (shop) => ({ body: { code: "TEN", items: lines(shop) } }),
  "exports.createExport": () => ({ body: {} }),
  "exports.cancelExport": async ({ storeId }, world) => ({
    params: { id: await seedFileJob(world, storeId, "OUT", "WAITING") },
  }),
  "imports.cancelImport": async ({ storeId }, world) => ({
    params: { id: await seedFileJob(world, storeId, "IN", "WAITING") },
  }),
  "domains.createDomain": () => ({ body: { host: `${newId()}.example` } }),
  "domains.updateDomain": () => ({ body: { status: "INACTIVE" } }),
  "domains.verifyDomain": async ({ storeId }, world) => ({
    params: { id: (await seedDomain(world, storeId, false)).id },
  }),
  "domains.deleteDomain": async ({ storeId }, world) => ({
    params: { id: (await seedDomain(world, storeId)).id },
  }),
  "inventory.setLevel": () => ({ body: { onHand: 50_000 } }),
  "inventory.createAdjustment": () => ({ body: { quantity: -5, reason: "DAMAGED" } }),
  "inventory.setReorderPoint": () => ({ body: { reorderPoint: 3 } }),
  "inventory.setBackorder": () => ({ body: { limit: 10 } }),
  "media.updateMedia": () => ({ body: { alt: "A coat" } }),
  "media.deleteMedia": async ({ storeId }, world) => ({
    params: { id: await seedMedia(world, storeId) },
  }),
  "media.setProductImages": () => ({ body: { images: [] } }),
  "locations.deleteLocation": async ({ storeId }, world) => ({
    params: { id: await seedLocation(world, storeId, newId()) },
  }),
  "transfers.createTransfer": ({ ids }) => ({
    body: { from: "main", to: "shelf", lines: [{ variantId: ids.variant, quantity: 1 }] },
  }),
  "stockCounts.createCount": ({ ids }) => ({
    body: { lines: [{ variantId: ids.variant, counted: 900_000 }] },
  }),
  "locations.createLocation": () => ({ body: { code: newId(), name: "Shelf" } }),
  "invitations.createInvitation": ({ ids }) => ({
    body: { email: `${newId()}@example.com`, roleId: ids.role },
  }),
  "invitations.resendInvitation": async ({ storeId }, world) => ({
    params: { id: (await seedInvitation(world, storeId)).id },
  }),
  "invitations.withdrawInvitation": async ({ storeId }, world) => ({
    params: { id: (await seedInvitation(world, storeId)).id },
  }),
  "invitations.previewInvitation": async ({ storeId }, world) => ({
    body: { token: (await seedInvitation(world, storeId)).token },
  }),
  "invitations.acceptInvitation": async ({ storeId }, world) => ({
    body: {
      token: (await seedInvitation(world, storeId)).token,
      name: "Ada",
      password: "a long enough password",
    },
  }),
  "languages.createTranslation": ({ ids }) => ({
    body: {
      entityType: "COLLECTION",
      entityId: ids.collection,
      languageCode: "IT",
      fields: { name: "Novità" },
    },
  }),
  "languages.updateTranslation": () => ({ body: { fields: { name: newId() } } }),
  "languages.createLanguage": () => ({ body: { code: "VI" } }),
  "languages.deleteLanguage": async ({ storeId }, world) => ({
    params: { id: await seedLanguage(world, storeId, "KO") },
  }),
  "languages.listMissingTranslations": () => ({ query: { languageCode: "IT" } }),
  "logging.createAuditEntry": () => ({ body: { entityType: "till" } }),
  "search.listSuggestions": () => ({ query: { query: "dr" } }),
  "search.updateSynonyms": () => ({ body: { groups: [{ words: ["dress", "gown"] }] } }),
  "menus.getMenu": () => ({ params: { name: "main" } }),
  "menus.updateMenu": () => ({
    params: { name: "main" },
    body: { items: [{ label: "About", href: "/about" }] },
  }),
  "payments.createPaymentIntent": () => ({ body: { provider: "other" } }),
  "payments.processPayment": async ({ paymentIntentId }, world) => {
    await queryable(world.admin).run(
      sql`update shop.test_payments set decision = 'approve' where id = ${paymentIntentId}`,
    );
    return { body: { provider: "other", paymentIntentId } };
  },
  "payments.getTestPayment": ({ paymentIntentId }) => ({ params: { id: paymentIntentId } }),
  "payments.decideTestPayment": ({ paymentIntentId }) => ({
    params: { id: paymentIntentId },
    body: { decision: "approve" },
  }),
  "policies.updatePolicy": () => ({ body: { content: `<p>${newId()}</p>` } }),
  "policies.createPolicy": () => ({
    body: { type: "CUSTOM", title: newId(), content: "<p>P</p>" },
  }),
  "policies.deletePolicy": async ({ storeId }, world) => ({
    params: { id: await seedPolicy(world, storeId) },
  }),
  "products.createProduct": () => ({ body: { name: "Coat", variants: [{ price: 10 }] } }),
  "products.createVariant": () => ({ body: { options: { Size: newId() }, price: 10 } }),
  "products.restoreProduct": async ({ storeId }, world) => ({
    params: { id: await deletedProduct(world, storeId) },
  }),
  "taxes.createTaxRate": () => ({ body: { name: "VAT", percent: 22, country: "IT" } }),
  "upsells.createUpsell": ({ otherProductId }) => ({
    body: { targetId: otherProductId, type: "RELATED" },
  }),
  "products.createMissingVariants": () => ({
    body: {
      options: [{ name: "Size", values: [{ value: newId() }] }],
      variantDefaults: { price: 10 },
    },
  }),
  "products.getProductPage": ({ productLink }) => ({ params: { link: productLink } }),
  "reviews.addReviewPhoto": async (shop, world) => {
    const body = { name: "Ada", title: "Fine", content: "Very" };
    const { productId } = await seedProduct(world, shop.storeId);
    const { id, photoKey } = await createReview(await world.system(shop.storeId), {
      productId,
      body: { ...body, rating: 5 },
    });
    return { params: { id }, query: { key: photoKey } };
  },
  "reviews.createReview": () => ({ body: { name: "Ada", title: "Fine", content: "Very" } }),
  "roles.createRole": ({ storeId }) => ({
    body: { storeId, name: newId(), permissions: ["MANAGE_ORDERS"] },
  }),
  "roles.deleteRole": async ({ storeId }, world) => ({
    params: { id: await ownRole(world, storeId) },
  }),
  "roles.assignRole": async (_shop, world) => ({ body: { userId: (await seedUser(world)).id } }),
  "roles.revokeRole": async (shop, world) => ({ body: { userId: await seedStaff(world, shop) } }),
  "roles.getUserRoles": async (shop, world) => ({
    params: { userId: await seedStaff(world, shop) },
  }),
  "roles.checkPermission": async (shop, world) => ({
    params: { userId: await seedStaff(world, shop), permission: "MANAGE_ORDERS" },
  }),
  "roles.removeStaff": async (shop, world) => ({
    params: { userId: await seedStaff(world, shop) },
  }),
  ...orderCalls,
  ...paymentProviderCalls,
  ...webhookCalls,
  ...paidOrderCalls,
  ...shipmentCalls,
  ...shippingCalls,
  "stores.verifyContactEmail": () => ({ body: { token: "x".repeat(64) } }),
  "stores.createStore": () => ({
    body: {
      slug: `s-${newId()}`,
      name: "Atelier",
      country: "US",
      contact: { email: "hello@atelier.example" },
    },
  }),
  "stores.deleteStore": async ({ ids, orderKey, otherOrder }, world) => {
    await world.client({ orderKey }).orders.cancelOrder({ id: ids.order });
    await world.client({ orderKey: otherOrder.orderKey }).orders.cancelOrder({ id: otherOrder.id });
    return {};
  },
  ...userCalls,
};

async function deletedProduct(world: World, storeId: string): Promise<string> {
  const { productId } = await seedProduct(world, storeId);
  await queryable(world.admin).run(
    sql`update shop.products set deleted_at = now() where id = ${productId}`,
  );
  return productId;
}

/** A user with the shop's role. */
async function seedStaff(world: World, { storeId, ids }: Shop): Promise<string> {
  const { id } = await seedUser(world);
  await queryable(world.admin).run(sql`
    insert into shop.role_assignments (store_id, user_id, role_id) values (${storeId}, ${id}, ${ids.role})`);
  return id;
}

/** A custom role that no user holds. */
async function ownRole(world: World, storeId: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.roles (store_id, id, type, name, permissions) values (${storeId}, ${id}, 'STAFF', ${id}, '{}')`);
  return id;
}

/** A subscription that isn't confirmed yet, and the token from its email. */
async function waitingSubscription(world: World, storeId: string) {
  const [id, token] = [newId(), `token-${newId()}`];
  await queryable(world.admin).run(sql`
    insert into shop.subscriptions (store_id, id, email, source, token_hash)
    values (${storeId}, ${id}, ${`${id}@example.com`}, 'newsletter', ${hashKey(token)})`);
  return { id, token };
}

/** Calls in `inputs` that the contract does not have. */
export function strayInputs(endpoints: readonly NamedEndpoint[]): string[] {
  return Object.keys(inputs).filter((input) => !endpoints.some(({ name }) => name === input));
}

/** A valid input of the call in this shop. For an unknown call, throws an error that says what to add here. */
export async function validInput(
  { name, endpoint }: NamedEndpoint,
  shop: Shop,
  world: World,
): Promise<CallInput & Required<Pick<CallInput, "params" | "query" | "body">>> {
  const made = (await inputs[name]?.(shop, world)) ?? {};
  const input = {
    ...made,
    params: made.params ?? {},
    query: made.query ?? {},
    body: endpoint.body === undefined ? {} : (made.body ?? {}),
  };
  const subject = subjectOf(endpoint, shop);
  if (subject !== null)
    Object.assign(input[subject.in], { ...subject.fields, ...input[subject.in] });
  for (const part of ["params", "query", "body"] as const) {
    const schema = endpoint[part];
    const result = schema === undefined ? undefined : z.safeParse(schema, input[part]);
    if (result !== undefined && !result.success)
      throw new Error(
        `Add a valid ${part} for "${name}" to valid-calls.fixture.ts: ${z.prettifyError(result.error)}`,
      );
  }
  return input;
}

/** The field that identifies the store or resource that a call is about. */
export function subjectOf(
  { store }: Endpoint,
  shop: Shop,
): { in: "params" | "query" | "body"; fields: Record<string, string> } | null {
  if (store.by !== "store" && store.by !== "resource") return null;
  const value = store.by === "store" ? shop.storeId : shop.ids[store.kind];
  return { in: store.in, fields: { [store.field]: value } };
}

export type Bearer = { token?: string; orderKey?: string };

/** A caller with access to the call. */
export async function whoMay({ access }: Endpoint, shop: Shop, world: World): Promise<Bearer> {
  const { allow } = access;
  if (allow.includes("public")) return {};
  if (allow.includes("order-key")) return { orderKey: shop.orderKey };
  if (allow.includes("platform") || allow.includes("self"))
    return { token: await signedIn(world, undefined, true) };
  if (allow.every((grant) => grant === "customer")) return { token: shop.customerToken };
  return {
    token: await signedIn(world, {
      storeId: shop.storeId,
      permissions: Permission.options,
      owner: true,
    }),
  };
}

export function requestOf(
  { endpoint }: NamedEndpoint,
  { params = {}, query = {}, body, headers, file = smallPicture }: CallInput,
  host: string,
  { token, orderKey }: Bearer,
): InjectOptions {
  return {
    method: endpoint.method,
    url: addressOf(endpoint, params, query),
    headers: {
      host,
      ...headers,
      ...(endpoint.upload === undefined ? {} : { "content-type": endpoint.upload.types[0] }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(orderKey === undefined ? {} : { "x-order-key": orderKey }),
    },
    ...(endpoint.body === undefined ? {} : { payload: body ?? {} }),
    ...(endpoint.upload === undefined ? {} : { payload: file }),
  };
}
