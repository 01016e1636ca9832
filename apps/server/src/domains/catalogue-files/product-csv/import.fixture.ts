import { seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { SafeFetchError } from "../../../platform/network/safe-fetch.ts";
import { expect } from "vitest";
import { asSource, classicHeader, type Row, shirt, toCsv } from "./csv.fixture.ts";
import {
  importAtOnce,
  type ImportInput,
  type ImportProgress,
  type ImportResult,
} from "../import-at-once.ts";
import type { PlannedProduct } from "../products/plan-products.ts";
import { openProductCsv } from "./open-product-csv.ts";

export type Shop = {
  world: World;
  storeId: string;
  /**
   * Imports rows, or a whole file, into the shop or another store. Pictures can't be reached unless `fetchPicture` is
   * set.
   */
  bring(
    file: readonly Row[] | string,
    over?: Partial<ImportInput>,
    into?: string,
  ): Promise<ImportResult<PlannedProduct>>;
  /** The progress steps that the last import reported. */
  steps: ImportProgress[];
  /** All rows of the shop's tables, to compare them before and after an import. */
  everything(): Promise<Record<string, unknown[]>>;
};

const tables =
  `products variants images inventory_levels stock_movements audit_entries jobs imported_quantities
  imported_pictures facet_values search_words`.split(/\s+/);

/** Gives each test its own shop with an empty catalogue. */
export const test = base.extend<{ shop: Shop }>({
  shop: async ({ world }, use) => use(await openShop(world)),
});

export async function openShop(world: World): Promise<Shop> {
  const storeId = await seedStore(world);
  const steps: ImportProgress[] = [];
  return {
    world,
    storeId,
    steps,
    async bring(file, over = {}, into = storeId) {
      const ctx = await world.system(into);
      steps.length = 0;
      const source = asSource(typeof file === "string" ? file : toCsv(file, classicHeader), 5000);
      const sent = { fileName: "products.csv", at: ctx.now() };
      return importAtOnce(ctx, await openProductCsv(ctx, source, sent), {
        dryRun: false,
        fetchPicture: noNetwork,
        progress: (step) => steps.push(step),
        ...over,
      });
    },
    async everything() {
      const all: Record<string, unknown[]> = {};
      for (const table of tables)
        all[table] = (
          await world.admin.query<{ row: unknown }>(
            `select to_jsonb(t) as row from shop.${table} t where store_id = $1 order by to_jsonb(t)::text`,
            [storeId],
          )
        ).rows.map(({ row }) => row);
      return all;
    },
  };
}

export function noNetwork(): Promise<never> {
  return Promise.reject(new SafeFetchError("unreachable", "its host is not known"));
}

/** Five units with tracked stock. */
export const stocked = { "Variant Inventory Tracker": "shopify", "Variant Inventory Qty": "5" };

/** Returns the product's page data as a shopper gets it. */
export async function page({ world, storeId }: Shop, link = "linen-shirt") {
  return world.client().products.getProductPage({ id: storeId, link });
}

/** Returns the on-hand units of the whole shop. Asserts that they match the ledger. */
export async function level({ world, storeId }: Shop) {
  const { rows } = await world.admin.query<Record<"on_hand" | "moved", number>>(
    `select sum(l.on_hand)::int as on_hand, (select coalesce(sum(m.on_hand_delta), 0)::int
       from shop.stock_movements m where m.store_id = $1) as moved
     from shop.inventory_levels l where l.store_id = $1`,
    [storeId],
  );
  expect(rows[0]?.on_hand).toBe(rows[0]?.moved);
  return rows[0]?.on_hand;
}

/** Returns the rows of a product with this stock. */
export function withQuantity(quantity: string) {
  return [{ ...shirt, ...stocked, "Variant Inventory Qty": quantity }];
}
