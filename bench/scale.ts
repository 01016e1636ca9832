import { Pool } from "pg";
import { createClient } from "@vetrina/client/create-client";
import type { CollectionRule } from "@vetrina/contract/catalogue/collections";
import { seedLargeCatalogue } from "../apps/server/src/domains/listing/large-catalogue.fixture.ts";
import { queryable } from "../apps/server/src/platform/database/sql.ts";
import { benchAdmin, type BenchServer } from "./bench-server.ts";
import type { Row } from "./table.ts";

const rounds = 40;
const stores = {
  small: { slug: `bench-small-${process.pid}`, products: 100 },
  large: { slug: `bench-large-${process.pid}`, products: 10_000 },
};

type Client = ReturnType<typeof createClient>;
type Store = {
  id: string;
  products: number;
  variantIds: string[];
  /** The cursor (`next`) of the page halfway through the list. */
  middle: string | null;
};
type Call = (shopper: Client, staff: Client, store: Store, turn: number) => Promise<unknown>;

/**
 * The measured calls. The limits are so low that both stores return the same number of products, so the difference in
 * time comes from the store's size, not the response's.
 */
const calls: Record<string, Call> = {
  "List, 24 with facets": (shopper, _, { id }) =>
    shopper.products.listProducts({ linkStoreId: id, limit: 24 }),
  "List filtered by three facets": (shopper, _, { id }) =>
    shopper.products.listProducts({
      linkStoreId: id,
      limit: 24,
      category: ["dresses", "tops", "bottoms"],
      size: ["s", "m"],
      color: ["navy", "red", "black"],
      sort: "price-low",
    }),
  "List, its last full page": (shopper, _, { id, products }) =>
    shopper.products.listProducts({ linkStoreId: id, limit: 24, page: Math.floor(products / 24) }),
  "List, from halfway on": (shopper, _, { id, middle }) =>
    shopper.products.listProducts({ linkStoreId: id, limit: 24, after: middle ?? "" }),
  "Search, two words": (shopper, _, { id }) =>
    shopper.products.listProducts({ linkStoreId: id, limit: 3, name: "black coat" }),
  "Search, one word that a tenth of the store has": (shopper, _, { id }) =>
    shopper.products.listProducts({ linkStoreId: id, limit: 3, name: "coat" }),
  "Search with a typing error": (shopper, _, { id }) =>
    shopper.products.listProducts({ linkStoreId: id, limit: 1, name: "wool cardgan" }),
  "Suggestions for two letters": (shopper, _, { id }) =>
    shopper.search.listSuggestions({ storeId: id, query: "co" }),
  "Collection by rule, in stock": (shopper, _, { id }) =>
    shopper.products.listProducts({ linkStoreId: id, limit: 24, collection: "in-stock" }),
  "List of collections with counts": (shopper, _, { id }) =>
    shopper.collections.listCollections({ storeId: id }),
  "Product page's load": (shopper, _, { id, products }, turn) =>
    shopper.products.getProductPage({ id, link: `piece-${1 + ((turn * 37) % products)}` }),
  "Back office: list": (_, staff, { id }) =>
    staff.products.listProducts({ linkStoreId: id, limit: 50 }),
  "Back office: search": (_, staff, { id }) =>
    staff.products.listProducts({ linkStoreId: id, limit: 3, name: "black coat" }),
  "Missing translations": (_, staff, { id }) =>
    staff.languages.listMissingTranslations({ storeId: id, entityType: "PRODUCT" }),
  "Order placed": (shopper, _, { id, variantIds }, turn) =>
    shopper.orders.createOrder({
      storeId: id,
      body: {
        email: "bench@example.com",
        items: [{ variantId: variantIds[turn % variantIds.length] ?? "", quantity: 1 }],
        shippingAddress: {
          name: "Ada",
          address: "1 Main St",
          city: "Austin",
          region: "TX",
          postalCode: "78701",
          country: "US",
        },
      },
    }),
};

/**
 * Compares a store of 10,000 products and 60,000 variants with a store of 100 products, on the same server, alternating
 * after each call.
 */
export async function measureScale(server: BenchServer): Promise<Row[]> {
  const shopper = createClient({ baseUrl: server.origin });
  const staff = createClient({ baseUrl: server.origin });
  await staff.users.login({ body: benchAdmin });
  const pool = new Pool({ connectionString: server.databaseUrl, max: 2 });
  const small = await openScaleStore(staff, pool, stores.small);
  const large = await openScaleStore(staff, pool, stores.large);
  await pool.end();
  return compareStores({ shopper, staff }, { small, large });
}

type Callers = { shopper: Client; staff: Client };

async function compareStores(
  { shopper, staff }: Callers,
  { small, large }: { small: Store; large: Store },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, call] of Object.entries(calls)) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let turn = -10; turn < rounds; turn += 1) {
      const at = Math.abs(turn);
      const one = await timed(() => call(shopper, staff, small, at));
      const other = await timed(() => call(shopper, staff, large, at));
      // The first calls only warm up both stores.
      if (turn < 0) continue;
      times.small.push(one);
      times.large.push(other);
    }
    rows.push({
      what,
      ours: calm(times.large),
      yardstick: calm(times.small),
      unit: "ms",
      reach: 2,
      isMaximum: true,
      against: "the same call in a store of 100 products",
    });
  }
  return rows;
}

/** Returns the tenth percentile: how long a call takes while little else uses the CPU. */
function calm(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Opens a store with German and French translations, a collection with a rule, and a catalogue of the given size. */
async function openScaleStore(
  staff: Client,
  pool: Pool,
  { slug, products }: { slug: string; products: number },
): Promise<Store> {
  const { id } = await staff.stores.createStore({
    body: { slug, name: "Bench", country: "US", contact: { email: "bench@example.com" } },
  });
  for (const code of ["DE", "FR"] as const)
    await staff.languages.createLanguage({ body: { storeId: id, code } });
  for (const [name, rule] of Object.entries(rules))
    await staff.collections.createCollection({ storeId: id, body: { name, rule } });
  await seedLargeCatalogue(queryable(pool), id, products);
  const { rows } = await pool.query<{ id: string }>(
    "select id from shop.variants where store_id = $1 and position > 1 order by id limit 200",
    [id],
  );
  const half = { linkStoreId: id, limit: 10, page: products / 20 };
  const { next: middle } = await staff.products.listProducts(half);
  return { id, products, variantIds: rows.map((row) => row.id), middle };
}

const rules = {
  "In stock": { inStock: true },
  Dresses: { category: "dresses" },
  Women: { department: "women" },
  Tagged: { tag: "tag7" },
} satisfies Record<string, CollectionRule>;
