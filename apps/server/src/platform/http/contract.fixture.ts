import { api, basePath } from "@vetrina/contract/api";
import type { Endpoint, ResourceKind } from "@vetrina/contract/endpoint";
import { Permission } from "@vetrina/contract/people/permissions";
import { seedProduct, seedSession, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { seedDraft } from "./draft-calls.fixture.ts";
import { seedShipment } from "./shipment-calls.fixture.ts";
import { hashApiKey, newApiKey } from "../auth/api-key.ts";
import { seedDifference } from "../../domains/reconciliation/difference.fixture.ts";
import { seedWebhookEvent } from "../../domains/webhooks/webhook-events.fixture.ts";
import { seedBulkEdit } from "../../domains/bulk-edits/bulk-edits.fixture.ts";
import { seedCodeBatch } from "../../domains/discounts/code-batch.fixture.ts";
import { createTransfer } from "../../domains/inventory/transfers/create-transfer.ts";
import { seedInvitation } from "../../domains/invitations/invitations.fixture.ts";
import { queryable, sql } from "../database/sql.ts";
import { newId } from "../id.ts";
import { issuedDocument } from "./issued-document.fixture.ts";

/** The hash of an unknown password. */
export const unmatchableHash = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

export type NamedEndpoint = { name: string; endpoint: Endpoint };

/** Every endpoint of the contract as group.name. */
export const endpoints: NamedEndpoint[] = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint,
  })),
);

/** A store with one resource of each kind that an id can name. A new kind must be added to `ids`. */
export type Shop = {
  storeId: string;
  slug: string;
  host: string;
  ids: Record<ResourceKind, string>;
  orderKey: string;
  orderNumber: string;
  /** An item of the order. */
  itemId: string;
  /** Another order of the store. */
  otherOrder: { id: string; orderKey: string };
  paymentIntentId: string;
  /** An issued document of the order. */
  documentId: string;
  productLink: string;
  /** Another product, which is an upsell of the first. */
  otherProductId: string;
  /** An accepted invitation. */
  invitationId: string;
  /** Access tokens of the customer who owns this order and review, and of another customer of the store. */
  customerToken: string;
  otherCustomerToken: string;
};

export async function openShop(world: World, slug: string): Promise<Shop> {
  const storeId = await seedStore(world, { slug });
  const productLink = `${slug}-dress`;
  const { productId, variantIds } = await seedProduct(world, storeId, {
    link: productLink,
    stock: 1_000_000,
    sizes: ["M", "L"],
  });
  const variant = variantIds[0] ?? "";
  const [review, collection, upsell] = [newId(), newId(), newId()];
  const db = queryable(world.admin);
  await db.run(sql`
    insert into shop.reviews (store_id, id, product_id, name, rating, title, content, status)
    values (${storeId}, ${review}, ${productId}, 'Ada', 5, 'Fine', 'Very', 'APPROVED')`);
  await db.run(sql`
    insert into shop.collections (store_id, id, link, name) values (${storeId}, ${collection}, 'new', 'New')`);
  await db.run(sql`
    insert into shop.collection_products (store_id, collection_id, product_id, position)
    values (${storeId}, ${collection}, ${productId}, 1)`);
  const { productId: targetId } = await seedProduct(world, storeId, { link: `${slug}-belt` });
  await db.run(sql`
    insert into shop.upsells (store_id, id, product_id, target_id, type)
    values (${storeId}, ${upsell}, ${productId}, ${targetId}, 'UPSELL')`);
  const discount = newId();
  await db.run(sql`
    insert into shop.discounts (store_id, id, title, type, value, has_unique_codes)
    values (${storeId}, ${discount}, 'Post cards', 'PERCENTAGE', 1000, true)`);
  const { id: invitationId } = await seedInvitation(world, storeId, true);
  const apiKey = await keyOf(world, storeId, ["VIEW_DASHBOARD"]);
  const place = () =>
    world.client().orders.createOrder({
      storeId,
      body: { items: [{ variantId: variant, quantity: 1 }], email: "ada@example.com" },
    });
  const order = await place();
  const { id: paymentIntentId } = await world
    .client({ orderKey: order.orderKey })
    .payments.createPaymentIntent({ id: order.id, body: { provider: "other" } });
  const payment = await db.row<{ id: string }>(
    sql`select id from shop.payments where order_id = ${order.id}`,
  );
  const customer = await seedCustomer(world, storeId);
  await db.run(sql`update shop.orders set customer_id = ${customer.id} where id = ${order.id}`);
  await db.run(sql`update shop.reviews set customer_id = ${customer.id} where id = ${review}`);
  const role = await db.row<{ id: string }>(
    sql`select id from shop.roles where store_id = ${storeId} and type = 'STAFF'`,
  );
  return {
    storeId,
    slug,
    host: `${slug}.localhost`,
    ids: {
      order: order.id,
      "draft order": await seedDraft(world, storeId),
      product: productId,
      variant,
      review,
      collection,
      upsell,
      discount,
      "code batch": await seedCodeBatch(world, storeId, discount),
      "API key": apiKey.id,
      transaction: payment?.id ?? "",
      customer: customer.id,
      address: customer.addressId,
      role: role?.id ?? "",
      location: await seedLocation(world, storeId, "shelf"),
      transfer: await seedTransfer(world, storeId, variant),
      media: await seedMedia(world, storeId),
      "stock count": await seedCount(world, storeId),
      domain: (await seedDomain(world, storeId)).id,
      policy: await seedPolicy(world, storeId),
      region: await seedRegion(world, storeId),
      shipment: await seedShipment(world, storeId),
      "payment provider": await seedPaymentProvider(world, storeId),
      "shipping provider": await seedProvider(world, storeId),
      "shipping rate": await seedRate(world, storeId),
      "tax rate": await seedTaxRate(world, storeId),
      import: await seedFileJob(world, storeId, "IN", "DONE"),
      export: await seedFileJob(world, storeId, "OUT", "DONE"),
      "bulk edit": await seedBulkEdit(world, storeId, productId),
      difference: await seedDifference(world, storeId),
      "webhook event": await seedWebhookEvent(world, storeId),
      ...(await seedTranslation(world, storeId, productId)),
    },
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    itemId: order.items[0]?.id ?? "",
    documentId: await issuedDocument(world, order.id),
    otherOrder: await place(),
    paymentIntentId,
    productLink,
    otherProductId: targetId,
    invitationId,
    customerToken: customer.token,
    otherCustomerToken: (await seedCustomer(world, storeId)).token,
  };
}

/** A host of the store, but not its primary one. Verified by default. */
export async function seedDomain(world: World, storeId: string, isProven = true) {
  const id = newId();
  const [host, token] = [`${id}.example`, `token-${id}`];
  await queryable(world.admin).run(sql`
    insert into shop.domains (store_id, id, host, status, token, verified_at)
    values (${storeId}, ${id}, ${host}, ${isProven ? "ACTIVE" : "VERIFYING"}, ${token}, ${isProven ? new Date() : null})`);
  return { id, host, token };
}

/** A policy of the store with a unique title. */
export async function seedPolicy(world: World, storeId: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.policies (store_id, id, type, title, content) values (${storeId}, ${id}, 'CUSTOM', ${id}, '')`);
  return id;
}

/** Inserts the row of an import or export without a file, and returns its id. */
export async function seedFileJob(
  world: World,
  storeId: string,
  direction: "IN" | "OUT",
  state: "WAITING" | "DONE",
): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.file_jobs (store_id, id, direction, kind, file_name, state, actor_kind, trace_id)
    values (${storeId}, ${id}, ${direction}, 'PRODUCT_CSV', 'products.csv', ${state}, 'system', '')`);
  return id;
}

/** A region without shipping rates. */
export async function seedRegion(world: World, storeId: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.shipping_regions (store_id, id, name, position) values (${storeId}, ${id}, ${id}, 99)`);
  await queryable(world.admin).run(sql`
    insert into shop.shipping_areas (store_id, region_id, country, state)
    values (${storeId}, ${id}, 'AQ', ${id})`);
  return id;
}

/** An active shipping provider without rates. */
export async function seedProvider(world: World, storeId: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.shipping_providers (store_id, id, name, type) values (${storeId}, ${id}, ${id}, 'CUSTOM')`);
  return id;
}

/** An inactive payment provider without keys. */
export async function seedPaymentProvider(
  world: World,
  storeId: string,
  provider: "STRIPE" | "PAYPAL" = "STRIPE",
): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.payment_providers (store_id, id, provider, environment, is_active)
    values (${storeId}, ${id}, ${provider}, 'TEST', false)`);
  return id;
}

/** Another rate with the provider and the region of an existing one. */
export async function seedRate(world: World, storeId: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.shipping_rates (store_id, id, provider_id, region_id, name, price_minor, transit_min, transit_max, position)
    select store_id, ${id}, provider_id, region_id, ${id}, 500, 1, 2, 99 from shop.shipping_rates
    where store_id = ${storeId} order by region_id, position, id limit 1`);
  return id;
}

/** A tax rate that doesn't apply yet, because it starts in the year 2900. */
async function seedTaxRate(world: World, storeId: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.tax_rates (store_id, id, name, country, basis_points, starts_on)
    values (${storeId}, ${id}, 'Later', 'AQ', 100, '2900-01-01')`);
  return id;
}

/** Adds the language Italian and a translated product name. */
async function seedTranslation(world: World, storeId: string, productId: string) {
  const language = await seedLanguage(world, storeId, "IT");
  const translation = newId();
  await queryable(world.admin).run(sql`
    insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
    values (${storeId}, ${translation}, 'PRODUCT', ${productId}, 'IT', '{"name": "Abito"}')`);
  return { language, translation };
}

export async function seedLanguage(world: World, storeId: string, code: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.store_languages (store_id, id, code) values (${storeId}, ${id}, ${code}) on conflict do nothing`);
  return id;
}

/** A customer of the store with an address, signed in. */
export async function seedCustomer(world: World, storeId: string) {
  const [id, userId, addressId] = [newId(), newId(), newId()];
  const email = `${id}@example.com`;
  const db = queryable(world.admin);
  await db.run(sql`
    insert into shop.users (id, email, name, password_hash) values (${userId}, ${email}, 'Ada', ${unmatchableHash})`);
  await db.run(sql`
    insert into shop.customers (store_id, id, user_id, email, name) values (${storeId}, ${id}, ${userId}, ${email}, 'Ada')`);
  await db.run(sql`
    insert into shop.customer_addresses (store_id, customer_id, id, type, name, address, city, country)
    values (${storeId}, ${id}, ${addressId}, 'SHIPPING', 'Ada', 'Via Tortona 1', 'Milan', 'IT')`);
  return { id, addressId, token: await seedSession(world, userId) };
}

/** Inserts the row of a location in addition to main, and returns its id. */
export async function seedLocation(world: World, storeId: string, code: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.locations (store_id, id, code, name, position) values (${storeId}, ${id}, ${code}, ${code}, 9)`);
  return id;
}

/** Creates a transfer of one unit from main to "shelf", and returns its id. */
async function seedTransfer(world: World, storeId: string, variantId: string): Promise<string> {
  const ctx = await world.system(storeId);
  const body = { from: "main", to: "shelf", lines: [{ variantId, quantity: 1 }] };
  return (await createTransfer(ctx, { storeId, body })).id;
}

/** Inserts the row of an empty stock count, and returns its id. */
async function seedCount(world: World, storeId: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.stock_counts (store_id, id, location, counted_at) values (${storeId}, ${id}, 'main', now())`);
  return id;
}

/** Inserts the row of an uploaded picture without its files, and returns its id. */
export async function seedMedia(world: World, storeId: string): Promise<string> {
  const id = newId();
  await queryable(world.admin).run(sql`
    insert into shop.media (store_id, id, key, width, height, widths, bytes)
    values (${storeId}, ${id}, ${`up/${id.replaceAll("-", "")}`}, 640, 800, '{360,640}', 1000)`);
  return id;
}

/** Signs in a new user and returns the token. `role`: permissions in a store, or its ownership. */
export async function signedIn(
  world: World,
  role?: { storeId: string; permissions: readonly Permission[]; owner?: boolean },
  isPlatformAdmin = false,
): Promise<string> {
  const [userId, roleId] = [newId(), newId()];
  const db = queryable(world.admin);
  await db.run(sql`
    insert into shop.users (id, email, name, password_hash, is_platform_admin)
    values (${userId}, ${`${userId}@example.com`}, 'Ada', ${unmatchableHash}, ${isPlatformAdmin})`);
  if (role !== undefined) {
    await db.run(sql`
      insert into shop.roles (store_id, id, type, name, permissions)
      values (${role.storeId}, ${roleId}, ${role.owner === true ? "ADMIN" : "STAFF"}, ${roleId}, ${role.permissions})`);
    await db.run(sql`
      insert into shop.role_assignments (store_id, user_id, role_id) values (${role.storeId}, ${userId}, ${roleId})`);
  }
  return seedSession(world, userId);
}

/** Inserts the row of a store's API key, and returns its id and the key to send as a bearer token. */
export async function keyOf(
  world: World,
  storeId: string,
  permissions: readonly Permission[],
): Promise<{ id: string; key: string }> {
  const id = newId();
  const key = newApiKey(id);
  await queryable(world.admin).run(sql`
    insert into shop.api_keys (store_id, id, name, key_hash, last_four, permissions)
    values (${storeId}, ${id}, ${id}, ${hashApiKey(key)}, ${key.slice(-4)}, ${permissions})`);
  return { id, key };
}

/** The grants of an endpoint that a role can have. */
export function permissionsIn({ access }: Endpoint): Permission[] {
  return access.allow.filter((grant): grant is Permission =>
    Permission.options.includes(grant as Permission),
  );
}

/** The address of a call with path parameters and query; undefined fields are left out. */
export function addressOf(
  { path }: Endpoint,
  params: Record<string, string>,
  query: Record<string, string | string[] | undefined> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(
        (one): [string, string] => [name, one],
      ),
    ),
  );
  return `${basePath}${filled}${search.size > 0 ? `?${search.toString()}` : ""}`;
}
