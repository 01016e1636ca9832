import type { Minor } from "@vetrina/contract/money";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";

type DayRange = { min: number; max: number };

export type NewZone = {
  name: string;
  /** ISO 3166-1 alpha-2; empty: every country no other zone names. */
  countries: readonly string[];
  /** The first rate is used for estimates. */
  rates: readonly {
    name: string;
    price: Minor;
    freeAbove: Minor | null;
    processing: DayRange;
    transit: DayRange;
  }[];
};

/** Replaces the store's shipping table. Orders keep the name and price they were placed with. */
export async function saveShippingTable(ctx: Context, zones: readonly NewZone[]): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.run(sql`delete from shop.shipping_rates where store_id = ${tx.storeId}`);
    await tx.run(sql`delete from shop.shipping_zones where store_id = ${tx.storeId}`);
    await insertZones(tx, zones);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "shipping table",
      entityId: tx.storeId,
      after: { zones: zones.map((zone) => zone.name) },
    });
  });
}

/** Inserts zones in this order, the first at position `from`. Returns their ids. */
export async function insertZones(
  tx: Transaction,
  zones: readonly NewZone[],
  from = 0,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, zone] of zones.entries()) {
    const zoneId = newId();
    ids.push(zoneId);
    await tx.run(sql`
      insert into shop.shipping_zones (store_id, id, name, countries, position)
      values (${tx.storeId}, ${zoneId}, ${zone.name}, ${zone.countries}, ${from + i})`);
    for (const [at, rate] of zone.rates.entries())
      await tx.run(sql`
        insert into shop.shipping_rates (store_id, id, zone_id, name, price_minor, free_above_minor, processing_min,
          processing_max, transit_min, transit_max, position)
        values (${tx.storeId}, ${newId()}, ${zoneId}, ${rate.name}, ${rate.price}, ${rate.freeAbove}, ${rate.processing.min},
          ${rate.processing.max}, ${rate.transit.min}, ${rate.transit.max}, ${at})`);
  }
  return ids;
}
