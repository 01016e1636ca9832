import { stringify } from "csv-stringify/sync";
import type { ProductOption } from "@vetrina/contract/catalogue/products";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { guardFormula } from "../../../platform/csv/formula.ts";
import { type ExportFormat, type ExportPage, nextProducts } from "../export-pages.ts";
import { readLocations } from "../read-locations.ts";
import { levelKey, locationNames, type StockedLevel, type StockedVariant } from "./plan-levels.ts";
import { inventoryHeader } from "./read-inventory-csv.ts";
import { readStockedVariants, readStockLevels } from "./read-stock.ts";

/** Maximum number of products on a page. */
const pageSize = 50;
/** Maximum number of rows on a page with more than one product. Each variant has one row per location. */
const maxRows = 1000;

/**
 * Exports a store's stock as Shopify's inventory CSV, with one row per variant and location. "On hand (new)" is empty
 * for the user to fill in. Importing the unedited file has no effect.
 */
export const inventoryCsv: ExportFormat = {
  begin: () => stringify([[...inventoryHeader]]),
  page: inventoryPage,
};

async function inventoryPage(ctx: Context, after: string): Promise<ExportPage> {
  const { locations, stocked, products, next } = await ctx.tx((tx) => readPage(tx, after));
  const names = locationNames(locations);
  let text = "";
  for (const { product, variant, levels } of stocked)
    for (const { code } of locations) {
      await pace();
      const cells = namesOf(product, variant)
        .concat(names.get(code) ?? code, "")
        .map(guardFormula)
        .concat(countsOf(levels.get(levelKey(variant.id, code))));
      text += stringify([cells]);
    }
  return { text, products, next };
}

type Levels = Awaited<ReturnType<typeof readStockLevels>>;
type Stocked = { product: Titled; variant: StockedVariant; levels: Levels };

async function readPage(tx: Transaction, after: string) {
  const locations = await readLocations(tx);
  const maxVariants = Math.max(1, Math.floor(maxRows / Math.max(1, locations.length)));
  const { ids: chosen, next } = await nextProducts(tx, after, pageSize, maxVariants);
  const products = await tx.rows<Titled>(sql`
    select id, link, name, options from shop.products
    where store_id = ${tx.storeId} and id = any(${chosen}::uuid[]) order by id`);
  const links = products.map(({ link }) => link);
  const variants = Map.groupBy(await readStockedVariants(tx, links, []), ({ link }) => link);
  const all = products.flatMap((product) =>
    (variants.get(product.link) ?? []).map((variant) => ({ product, variant })),
  );
  const stocked: Stocked[] = [];
  // Reads the variants in slices, because a product can have 25,000 rows. Other requests run between two slices.
  for (let from = 0; from < all.length; from += maxVariants) {
    const slice = all.slice(from, from + maxVariants);
    const ids = slice.map(({ variant }) => variant.id);
    const levels = await readStockLevels(tx, ids);
    stocked.push(...slice.map(({ product, variant }) => ({ product, variant, levels })));
  }
  return { locations, stocked, products: products.length, next };
}

type Titled = { id: string; link: string; name: string; options: ProductOption[] };

/** Returns the cells that identify a variant. The HS code and the country of origin are empty. */
function namesOf({ link, name, options }: Titled, { sku, values }: StockedVariant): string[] {
  const pairs =
    options.length === 0
      ? [["Title", "Default Title"]]
      : options.map((o, i) => [o.name, values[i] ?? ""]);
  const cells = [0, 1, 2].flatMap((i) => pairs[i] ?? ["", ""]);
  return [link, name, ...cells, sku ?? "", "", ""];
}

/**
 * Returns the cells for incoming, unavailable, committed, available and on-hand units, and the empty cell for the new
 * quantity.
 */
function countsOf(level: (StockedLevel & { incoming: number }) | undefined): string[] {
  if (level === undefined) return [...Array.from({ length: 5 }, () => "not stocked"), ""];
  const { incoming, reserved, onHand } = level;
  return [...[incoming, 0, reserved, onHand - reserved, onHand].map(String), ""];
}
