import type { Pool } from "pg";
import { type FirstTax, generalTax } from "@vetrina/commerce/pricing/standard-rates";
import type { NewStore } from "../apps/server/src/domains/store-records/insert-store.ts";
import { openStore } from "../apps/server/src/domains/stores/open-store.ts";
import { newId } from "../apps/server/src/platform/id.ts";
import { queryable, sql } from "../apps/server/src/platform/database/sql.ts";
import type { World } from "./world.ts";

let made = 0;

type Over = Partial<NewStore> & {
  taxBasisPoints?: number;
  /**
   * If undefined is passed, the store gets its country's tax. If the field is missing, it gets `taxBasisPoints`
   * everywhere.
   */
  tax?: FirstTax | undefined;
};

/**
 * Creates a new store with Standard shipping (9.99, free above 100) in the US and elsewhere, and 8 percent tax that is
 * added everywhere.
 */
export async function seedStore(
  world: Pick<World, "services" | "system">,
  { taxBasisPoints = 800, ...over }: Over = {},
): Promise<string> {
  const slug = over.slug ?? `shop-${process.pid}-${++made}`;
  const picture = { key: `${slug}/hero`, alt: "", width: 1600, height: 1200 };
  const action = { label: "See more", href: "/new-arrivals" };
  const id = await openStore(world.services, {
    slug,
    name: "Sartoria",
    tagline: "Cut to last",
    host: `${slug}.localhost`,
    currency: "USD",
    locale: "en-US",
    country: "US",
    timeZone: "Europe/Rome",
    environment: "TEST",
    tax: generalTax(taxBasisPoints),
    returnDays: 30,
    theme: {},
    navigation: [{ label: "Dresses", href: "/dresses" }],
    isContactProven: true,
    contact: {
      email: "hello@sartoria.example",
      phone: null,
      address: ["Via Tortona 1", "Milan"],
      hours: [],
    },
    home: {
      hero: { headline: "Cut", lead: "To last", action, picture },
      featured: { title: "New", collection: "new" },
      editorial: [],
      behindTheScenes: { headline: "Behind the Scenes", text: "", picture },
      newsletter: { headline: "Letters", text: "" },
    },
    help: {
      sizeCharts: [],
      measuring: [],
      sizeTips: [],
      shippingSteps: [],
      shippingNotes: [],
      returnSteps: [],
      returnConditions: [],
      nonReturnable: [],
      returnFaq: [],
      faq: [],
      warranty: { title: "Warranty", text: "" },
      company: [],
    },
    socialImage: null,
    ...over,
  });
  const ctx = await world.system(id);
  await ctx.tx(async (tx) => {
    const provider = newId();
    await tx.run(sql`insert into shop.shipping_providers (store_id, id, name, type)
      values (${id}, ${provider}, 'Standard', 'STANDARD')`);
    for (const [position, [name, country]] of (
      [
        ["United States", "US"],
        ["Rest of World", "*"],
      ] as const
    ).entries()) {
      const region = newId();
      await tx.run(sql`insert into shop.shipping_regions (store_id, id, name, position)
        values (${id}, ${region}, ${name}, ${position})`);
      await tx.run(sql`insert into shop.shipping_areas (store_id, region_id, country)
        values (${id}, ${region}, ${country})`);
      await tx.run(sql`insert into shop.shipping_rates
        (store_id, id, provider_id, region_id, name, price_minor, free_above_minor, transit_min, transit_max)
        values (${id}, ${newId()}, ${provider}, ${region}, 'Standard', 999, 10000, 7, 10)`);
    }
  });
  return id;
}

/** Creates a session for the user, and returns its access token. */
export async function seedSession(
  { services, admin }: Pick<World, "services" | "admin">,
  userId: string,
): Promise<string> {
  const sessionId = newId();
  await queryable(admin).run(sql`
    insert into shop.sessions (id, user_id, expires_at) values (${sessionId}, ${userId}, now() + interval '30 days')`);
  return services.accessTokens.issue({ userId, sessionId, isPlatformAdmin: false });
}

/** Inserts a product with one variant per size directly into the tables, for tests that aren't about the catalogue. */
export async function seedProduct(
  world: Pick<World, "system">,
  storeId: string,
  over: {
    link?: string;
    name?: string;
    priceMinor?: number;
    stock?: number;
    sizes?: string[];
  } = {},
): Promise<{ productId: string; variantIds: string[] }> {
  const { name = "Slip dress", priceMinor = 4000, stock = 10, sizes = ["M"] } = over;
  const productId = newId();
  const variantIds = sizes.map(() => newId());
  const options = [{ name: "Size", values: sizes.map((value) => ({ value, swatch: null })) }];
  const ctx = await world.system(storeId);
  await ctx.tx(async (tx) => {
    await tx.run(sql`insert into shop.products (store_id, id, link, name, status, category, department, options, published_at)
      values (${storeId}, ${productId}, ${over.link ?? `piece-${++made}`}, ${name}, 'ACTIVE', 'dresses', 'women',
        ${JSON.stringify(options)}, now() - interval '1 day')`);
    for (const [i, variantId] of variantIds.entries()) {
      const size = sizes[i] ?? "M";
      await tx.run(sql`insert into shop.variants (store_id, id, product_id, name, slug, price_minor, options, position)
        values (${storeId}, ${variantId}, ${productId}, ${size}, ${size.toLowerCase()}, ${priceMinor},
          ${JSON.stringify({ Size: size })}, ${i})`);
      await tx.run(sql`insert into shop.inventory_levels (store_id, id, variant_id, on_hand)
        values (${storeId}, ${newId()}, ${variantId}, ${stock})`);
      await tx.run(sql`insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
        values (${storeId}, ${newId()}, ${variantId}, 'adjust', ${stock}, 'Opening stock')`);
    }
    await tx.run(sql`select shop.refresh_listing(${storeId}, ${productId})`);
  });
  return { productId, variantIds };
}

/**
 * Runs a statement that inserts many rows, but runs no triggers and checks no foreign keys, because these would take
 * most of the time. For tables whose triggers the test doesn't need.
 */
export async function addRows(admin: Pool, statement: string, values: unknown[]): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(statement, values);
  } finally {
    await client.query("reset session_replication_role");
    client.release();
  }
}
