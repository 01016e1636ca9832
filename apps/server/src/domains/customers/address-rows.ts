import { addressErrors } from "@vetrina/commerce/addresses/address-errors";
import { writtenPostalCode } from "@vetrina/commerce/addresses/postal-codes";
import type { CustomerAddress, CustomerAddressInput } from "@vetrina/contract/people/customers";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";

/** A row of shop.customer_addresses. */
export type AddressRow = {
  id: string;
  type: CustomerAddress["type"];
  is_default: boolean;
  name: string;
  address: string;
  address2: string | null;
  city: string;
  region: string | null;
  postal_code: string | null;
  country: string;
  phone: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

export const addressColumns = sql`id, type, is_default, name, address, address2, city, region, postal_code, country, phone,
  version, created_at, updated_at`;

/** Reads one address. Throws NOT_FOUND if there is none, or if it belongs to another customer. */
export async function readAddress(
  tx: Transaction,
  customerId: string,
  addressId: string,
): Promise<AddressRow> {
  const row = await tx.row<AddressRow>(sql`
    select ${addressColumns} from shop.customer_addresses
    where store_id = ${tx.storeId} and customer_id = ${customerId} and id = ${addressId}`);
  if (row === undefined) throw notFound("address");
  return row;
}

export function presentAddress(row: AddressRow): CustomerAddress {
  const { id, type, name, address, address2, city, region, country, phone, version } = row;
  return {
    id,
    type,
    isDefault: row.is_default,
    name,
    address,
    ...(address2 === null ? {} : { address2 }),
    city,
    ...(region === null ? {} : { region }),
    ...(row.postal_code === null ? {} : { postalCode: row.postal_code }),
    country,
    ...(phone === null ? {} : { phone }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version,
  };
}

/**
 * Returns the address with its postal code as its country writes it. Throws VALIDATION_FAILED if the address is
 * incomplete or invalid for its country.
 */
export function completeAddress(address: CustomerAddressInput): CustomerAddressInput {
  const { country, postalCode } = address;
  const errors = addressErrors(address);
  const [first] = errors;
  if (first === undefined)
    return postalCode === undefined
      ? address
      : { ...address, postalCode: writtenPostalCode(country, postalCode) };
  throw new ApiFailure("VALIDATION_FAILED", `${first.path}: ${first.message}`, errors);
}

/** Serializes changes to a customer's addresses, so that each type has only one default. Throws NOT_FOUND. */
export async function lockAddresses(tx: Transaction, customerId: string): Promise<void> {
  const customer = await tx.row(sql`
    select from shop.customers
    where store_id = ${tx.storeId} and id = ${customerId} and erased_at is null for no key update`);
  if (customer === undefined) throw notFound("customer");
}

/** Unsets the default address of a type. Call it before making another address the default. */
export async function unsetDefault(
  tx: Transaction,
  customerId: string,
  type: AddressRow["type"],
): Promise<void> {
  await tx.run(sql`
    update shop.customer_addresses set is_default = false
    where store_id = ${tx.storeId} and customer_id = ${customerId} and type = ${type} and is_default`);
}

/**
 * Makes the newest address of a type the default if the type has none. The address `last` is chosen only if there is no
 * other.
 */
export async function ensureDefault(
  tx: Transaction,
  customerId: string,
  type: AddressRow["type"],
  last: string | null = null,
): Promise<void> {
  await tx.run(sql`
    update shop.customer_addresses a set is_default = true
    where a.store_id = ${tx.storeId} and a.id = (
        select n.id from shop.customer_addresses n
        where n.store_id = ${tx.storeId} and n.customer_id = ${customerId} and n.type = ${type}
        order by n.id is not distinct from ${last}::uuid, n.id desc limit 1)
      and not exists (select from shop.customer_addresses d
        where d.store_id = ${tx.storeId} and d.customer_id = ${customerId} and d.type = ${type} and d.is_default)`);
}
