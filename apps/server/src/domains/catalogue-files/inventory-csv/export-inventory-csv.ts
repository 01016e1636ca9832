import { stringify } from "csv-stringify/sync";
import type { ProductOption } from "@vetrina/contract/products";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { guardFormula } from "../csv/formula.ts";
import { type ExportFormat, type ExportPage, nextProducts } from "../export-pages.ts";
import { readPlaces } from "../read-places.ts";
import { levelKey, placeName, type StockedLevel, type StockedVariant } from "./plan-levels.ts";
import { inventoryHeader } from "./read-inventory-csv.ts";
import { readStockedVariants, readStockLevels } from "./read-stock.ts";

/** Few: what is done of them between two waits holds up every request of the process. */
const pageSize = 50;
/** Rows of a page: each variant has one for each location. */
const maxRows = 1000;

/**
 * A store's stock as Shopify's inventory CSV: a row for each variant at each location, "On hand (new)" left to be filled
 * in. Brought in again, the file changes nothing.
 */
export const inventoryCsv: ExportFormat = {
  begin: () => stringify([[...inventoryHeader]]),
  page: inventoryPage,
};

async function inventoryPage(ctx: Context, after: string): Promise<ExportPage> {
  return ctx.tx(async (tx) => {
    const places = await readPlaces(tx);
    const maxVariants = Math.max(1, Math.floor(maxRows / Math.max(1, places.length)));
    const { ids: chosen, next } = await nextProducts(tx, after, pageSize, maxVariants);
    const products = await tx.rows<Titled>(sql`
      select id, link, name, options from shop.products
      where store_id = ${tx.storeId} and id = any(${chosen}::uuid[]) order by id`);
    const variants = Map.groupBy(
      await readStockedVariants(
        tx,
        products.map(({ link }) => link),
        [],
      ),
      ({ link }) => link,
    );
    const stocked = products.flatMap((product) =>
      (variants.get(product.link) ?? []).map((variant) => ({ product, variant })),
    );
    let text = "";
    // A product alone may have 25,000 rows: each slice is read by itself, which lets others in between.
    for (let from = 0; from < stocked.length; from += maxVariants) {
      const slice = stocked.slice(from, from + maxVariants);
      const levels = await readStockLevels(
        tx,
        slice.map(({ variant }) => variant.id),
      );
      text += stringify(slice.flatMap(({ product, variant }) => rowsOf(product, variant, levels)));
    }
    return {
      text,
      products: products.length,
      next,
    };

    function rowsOf(
      product: Titled,
      variant: StockedVariant,
      levels: Awaited<ReturnType<typeof readStockLevels>>,
    ): string[][] {
      return places.map((place) =>
        namesOf(product, variant)
          .concat(placeName(place, places), "")
          .map(guardFormula)
          .concat(countsOf(levels.get(levelKey(variant.id, place.code)))),
      );
    }
  });
}

type Titled = { id: string; link: string; name: string; options: ProductOption[] };

/** What tells a variant, with empty places for the HS code and the country of origin. */
function namesOf({ link, name, options }: Titled, { sku, values }: StockedVariant): string[] {
  const pairs =
    options.length === 0
      ? [["Title", "Default Title"]]
      : options.map((o, i) => [o.name, values[i] ?? ""]);
  const cells = [0, 1, 2].flatMap((i) => pairs[i] ?? ["", ""]);
  return [link, name, ...cells, sku ?? "", "", ""];
}

/** Incoming, unavailable, committed, available, on hand, and what is to be filled in. */
function countsOf(level: (StockedLevel & { incoming: number }) | undefined): string[] {
  if (level === undefined) return [...Array.from({ length: 5 }, () => "not stocked"), ""];
  const { incoming, reserved, onHand } = level;
  return [...[incoming, 0, reserved, onHand - reserved, onHand].map(String), ""];
}
