import type { TaxRate, TaxSettings } from "@vetrina/contract/pricing/taxes";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

export type TaxRateRow = {
  store_id: string;
  id: string;
  name: string;
  country: string;
  region: string;
  postal_from: string;
  postal_to: string;
  tax_class: string;
  basis_points: number;
  starts_on: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

export function presentTaxRate(row: TaxRateRow): TaxRate {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    percent: row.basis_points / 100,
    country: row.country === "" ? null : row.country,
    region: row.region,
    postalFrom: row.postal_from,
    postalTo: row.postal_to,
    taxClass: row.tax_class,
    startsOn: row.starts_on,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Reads the store's rates. `rest` is SQL for further conditions and the clauses after them. */
export function readTaxRateRows(tx: Transaction, rest: Sql): Promise<TaxRateRow[]> {
  return tx.rows<TaxRateRow>(sql`
    select store_id, id, name, country, region, postal_from, postal_to, tax_class, basis_points, starts_on::text, version,
      created_at, updated_at
    from shop.tax_rates where store_id = ${tx.storeId} ${rest}`);
}

/** Throws NOT_FOUND. */
export async function lockTaxRate(tx: Transaction, id: string): Promise<TaxRateRow> {
  const [row] = await readTaxRateRows(tx, sql`and id = ${id} for update`);
  if (row === undefined) throw notFound("tax rate");
  return row;
}

/** Reads the tax settings. Throws NOT_FOUND for callers who may not change the store. */
export async function readTaxSettings(tx: Transaction): Promise<TaxSettings> {
  const row = await tx.row<Omit<TaxSettings, "updatedAt"> & { updatedAt: Date }>(sql`
    select prices_include_tax as "pricesIncludeTax", taxes_shipping as "taxesShipping",
      has_home_rates_in_eu as "hasHomeRatesInEu", has_reverse_charge as "hasReverseCharge",
      accepts_unverified_vat_ids as "acceptsUnverifiedVatIds", vat_id as "vatId", version, updated_at as "updatedAt"
    from shop.tax_settings where store_id = ${tx.storeId}`);
  if (row === undefined) throw notFound("store");
  return { ...row, updatedAt: row.updatedAt.toISOString() };
}
