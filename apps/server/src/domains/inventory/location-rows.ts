import type { Location } from "@vetrina/contract/stock/locations";
import { findState, statesOf } from "@vetrina/commerce/addresses/states";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { invalidField, notFound } from "../../platform/errors.ts";

export type LocationRow = Omit<Location, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
};

export const locationColumns = sql`store_id as "storeId", id, code, name, position, is_active as "isActive", nullif(country, '') as country, region,
  postal_code as "postalCode", version,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Reads one location. Throws NOT_FOUND. */
export function readLocation(tx: Transaction, id: string): Promise<Location> {
  return oneLocation(tx, id, sql``);
}

/**
 * Like readLocation(), but locks the location until the transaction ends, so that it can't change or get new levels.
 */
export function lockLocation(tx: Transaction, id: string): Promise<Location> {
  return oneLocation(tx, id, sql` for update`);
}

async function oneLocation(tx: Transaction, id: string, lock: Sql): Promise<Location> {
  const row = await tx.row<LocationRow>(sql`
    select ${locationColumns} from shop.locations where store_id = ${tx.storeId} and id = ${id} and deleted_at is null${lock}`);
  if (row === undefined) throw notFound("location");
  return locationToWire(row);
}

export async function countLocations(tx: Transaction): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from shop.locations where store_id = ${tx.storeId} and deleted_at is null`);
  return row?.n ?? 0;
}

export function locationToWire(row: LocationRow): Location {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * Returns the state's code if its country has a list of states, otherwise the text as sent. Throws VALIDATION_FAILED
 * for a state that is not in the list.
 */
export function locationRegion(
  { country, region }: Pick<Location, "country" | "region">,
  ofStore: string,
): string {
  const states = statesOf(country ?? ofStore);
  if (region === "" || states === null) return region;
  const state = findState(states, region);
  if (state === undefined)
    throw invalidField(
      "region",
      `There is no such state in ${country ?? ofStore}. Send the code of a state.`,
    );
  return state.code;
}
