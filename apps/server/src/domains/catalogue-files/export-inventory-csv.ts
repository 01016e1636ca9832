import { stringify } from "csv-stringify/sync";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { type ExportFormat, type ExportPage, noId } from "./export-pages.ts";
import { guardFormula } from "./formula.ts";
import { inventoryHeader } from "./inventory-csv.ts";
import { placeName } from "./plan-inventory.ts";
import { readPlaces } from "./stock-queries.ts";

const pageSize = 200;

type Row = {
  link: string;
  title: string;
  optionNames: string[];
  values: string[];
  sku: string | null;
  code: string;
  onHand: number | null;
  reserved: number | null;
  incoming: number | null;
};

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
    const chosen = await tx.rows<{ id: string }>(sql`
      select id from shop.products
      where store_id = ${tx.storeId} and id > ${after || noId} and deleted_at is null order by id limit ${pageSize}`);
    const places = await readPlaces(tx);
    const names = new Map(places.map((place) => [place.code, placeName(place, places)]));
    const rows = await tx.rows<Row>(sql`
      select p.link, p.name as title, nullif(v.sku, '') as sku, w.code, l.on_hand as "onHand", l.reserved, l.incoming,
        array(select o.value ->> 'name' from jsonb_array_elements(p.options) with ordinality o (value, at) order by o.at) as "optionNames",
        array(select coalesce(v.options ->> (o.value ->> 'name'), '') from jsonb_array_elements(p.options) with ordinality o (value, at)
          order by o.at) as values
      from shop.products p
      join shop.variants v on v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null
      join shop.locations w on w.store_id = p.store_id and w.deleted_at is null
      left join shop.inventory_levels l on l.store_id = v.store_id and l.variant_id = v.id and l.location = w.code
      where p.store_id = ${tx.storeId} and p.id = any(${chosen.map(({ id }) => id)}::uuid[])
      order by p.id, v.position, v.id, w.position, w.code`);
    return {
      text: rows.length === 0 ? "" : stringify(rows.map((row) => cellsOf(row, names))),
      products: chosen.length,
      next: chosen.length < pageSize ? null : (chosen.at(-1)?.id ?? null),
    };
  });
}

function cellsOf(row: Row, places: ReadonlyMap<string, string>): string[] {
  const { onHand, optionNames, values } = row;
  const reserved = row.reserved ?? 0;
  const names = optionNames.length === 0 ? ["Title"] : optionNames;
  const options = optionNames.length === 0 ? ["Default Title"] : values;
  const counted =
    onHand === null
      ? ["not stocked", "not stocked", "not stocked", "not stocked", "not stocked"]
      : [row.incoming ?? 0, 0, reserved, onHand - reserved, onHand].map(String);
  return [
    row.link,
    row.title,
    ...[0, 1, 2].flatMap((i) => [names[i] ?? "", options[i] ?? ""]),
    row.sku ?? "",
    "",
    "",
    places.get(row.code) ?? row.code,
    "",
    ...counted,
    "",
  ].map((cell, i) => (i >= 13 ? cell : guardFormula(cell)));
}
