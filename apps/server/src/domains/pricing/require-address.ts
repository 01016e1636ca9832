import { postalKey } from "@vetrina/commerce/shipping/shipping-areas";
import { vatAreaDigits, vatAreaOf } from "@vetrina/commerce/pricing/vat-area";
import { writtenPostalCode } from "@vetrina/commerce/addresses/postal-codes";
import { isPostalCodeOfState } from "@vetrina/commerce/addresses/state-postal-codes";
import { findState, statesOf } from "@vetrina/commerce/addresses/states";
import type { Address } from "@vetrina/contract/common";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { invalidField } from "../../platform/errors.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { regionTo } from "../shipping/read-rates.ts";

/** The parts of an address that shipping and tax depend on. */
type AddressedPlace = Pick<Address, "country" | "region" | "postalCode">;

/**
 * Replaces the name of a state with its code, in countries with a list of states, and writes the postal code as its
 * country does. Throws VALIDATION_FAILED for an unknown state, which would get the shipping and tax of the rest of the
 * country. `path`: where the address is in the request.
 */
export function normalizeAddress<Place extends AddressedPlace>(given: Place, path: string): Place {
  const { country, postalCode } = given;
  const address =
    postalCode === undefined
      ? given
      : { ...given, postalCode: writtenPostalCode(country, postalCode) };
  const states = statesOf(country);
  const region = address.region ?? "";
  if (states === null || region === "") return address;
  const state = findState(states, region);
  if (state === undefined) {
    const example = states[0]?.code ?? "";
    throw invalidField(
      path === "" ? "region" : `${path}.region`,
      `Enter a state or province of the country by its name or code, such as ${example}.`,
    );
  }
  return { ...address, region: state.code };
}

/** A postal code of this form counts as complete, so its length is not compared with the store's ranges. */
const fullCode = /^[A-Z0-9]{5,10}$/;

/**
 * Throws VALIDATION_FAILED if the total depends on the address, the state or the postal code, and that part is missing
 * or incomplete. If it depends on the state, the postal code must be in that state, because carriers deliver by postal
 * code. Don't call it for pickup orders. `path`: where the address is in the request.
 */
export async function requireAddress(
  tx: Transaction,
  store: StoreRef,
  address: AddressedPlace | undefined,
  path = "shippingAddress.",
): Promise<void> {
  if (address === undefined) {
    if (await variesByAddress(tx, store))
      throw invalidField(
        "shippingAddress",
        "Add a shipping address. The total depends on where the order is sent.",
      );
    return;
  }
  const { country, region = "" } = address;
  const code = postalKey(address.postalCode ?? "");
  const lacksState = statesOf(country) !== null && region === "";
  const isOfState =
    statesOf(country) === null || (code !== "" && isPostalCodeOfState(country, region, code));
  if (!lacksState && isOfState && fullCode.test(code)) return;
  const row = await tx.row<{
    by_state: boolean;
    by_vat_area: boolean | null;
    postal_length: number | null;
  }>(sql`
    with parts as (
      select region as state, postal_from from catalogue.tax_rates where store_id = ${store.id} and country = ${country}
      union all
      select state, postal_from from catalogue.shipping_areas where store_id = ${store.id} and country = ${country})
    select coalesce(bool_or(state <> ''), false) as by_state, max(length(postal_from)) as postal_length,
      (select has_reverse_charge or has_home_rates_in_eu from catalogue.tax_settings where store_id = ${store.id}) as by_vat_area
    from parts`);
  if (lacksState && row?.by_state === true)
    throw invalidField(`${path}region`, "Enter the state or province.");
  if (!isOfState && row?.by_state === true)
    throw invalidField(
      `${path}postalCode`,
      code === ""
        ? "Enter the postal code."
        : `This postal code isn't in ${region}. Check the code and the state or province.`,
    );
  const isFromEu = vatAreaOf({ country: store.country, postalCode: "" }) !== null;
  const isByVatArea = row?.by_vat_area === true && isFromEu && country !== store.country;
  const byVatArea = isByVatArea ? vatAreaDigits(country) : 0;
  const length = Math.max(row?.postal_length ?? 0, byVatArea);
  if (length > 0 && (code.length < length || !/^[A-Z0-9]+$/.test(code)))
    throw invalidField(
      `${path}postalCode`,
      "Enter the complete postal code. Use only letters A to Z and digits.",
    );
}

/**
 * Whether an order's total could differ by address. An order without an address is priced for the store's country as a
 * whole. This checks whether some destination adds more tax than that, or has a shipping price that the country doesn't
 * have.
 */
async function variesByAddress(tx: Transaction, { id, country }: StoreRef): Promise<boolean> {
  const home = regionTo(sql`${id}`, sql`${country}`, { place: null });
  const row = await tx.row<{ varies: boolean }>(sql`
    with rates as (
      select basis_points, region = '' and postal_from = '' and (country = ${country}
        or (country = '' and not exists (select from catalogue.tax_rates o where o.store_id = ${id} and o.country = ${country}))) as is_home
      from catalogue.tax_rates where store_id = ${id}
    ), methods as (
      select (r.price_minor, r.type, r.steps, r.free_above_minor, r.free_products)::text as price, r.region_id = (${home}) as is_home
      from catalogue.shipping_rates r where r.store_id = ${id} and r.location_id is null
    )
    select exists (select from catalogue.tax_settings t where t.store_id = ${id} and not t.prices_include_tax)
        and exists (select from rates r where not r.is_home
          and r.basis_points > coalesce((select min(h.basis_points) from rates h where h.is_home), 0))
      or exists (select from methods m where m.is_home is not true
        and not exists (select from methods h where h.is_home and h.price = m.price)) as varies`);
  return row?.varies === true;
}
