import type { locations } from "@vetrina/contract/stock/locations";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import {
  countLocations,
  locationColumns,
  type LocationRow,
  locationToWire,
} from "./location-rows.ts";

export async function listLocations(
  ctx: Context,
  { page, limit }: Input<typeof locations.listLocations>,
): Promise<Output<typeof locations.listLocations>> {
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<LocationRow>(sql`
      select ${locationColumns} from shop.locations where store_id = ${tx.storeId} and deleted_at is null
      order by position, code limit ${limit} offset ${(page - 1) * limit}`);
    return { items: rows.map(locationToWire), page, limit, total: await countLocations(tx) };
  });
}
