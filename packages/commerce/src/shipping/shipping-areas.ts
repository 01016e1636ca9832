/** The country of the area that covers every destination no other area names. */
export const everywhereElse = "*";

/**
 * A whole country (state and postal codes empty), one of its states by its code if the country has a list, or a range
 * of its postal codes. Ranges have the same number of characters at both ends, and cover every code that begins with
 * one in between.
 */
export type ShippingArea = {
  country: string;
  state: string;
  postalFrom: string;
  postalTo: string;
};

/** A postal code as it is compared: capitals without spaces and hyphens. */
export function postalKey(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, "");
}

/** Whether a destination could be in both areas. Parts of a country may differ from the region of the rest of it. */
export function overlaps(a: ShippingArea, b: ShippingArea): boolean {
  if (a.country !== b.country) return false;
  if (isWhole(a) || isWhole(b)) return isWhole(a) && isWhole(b);
  if (a.state !== "" && b.state !== "") return a.state.toLowerCase() === b.state.toLowerCase();
  // Which postal codes belong to a state is not known here.
  if (a.state !== "" || b.state !== "") return true;
  return !isBefore(a, b) && !isBefore(b, a);
}

/** A whole country, except the parts that other areas name. */
export function isWhole({ state, postalFrom }: ShippingArea): boolean {
  return state === "" && postalFrom === "";
}

/** Whether every code of a range comes before every code of another one; "1" to "2" also covers 29999. */
function isBefore({ postalTo: end }: ShippingArea, { postalFrom: start }: ShippingArea): boolean {
  const length = Math.min(end.length, start.length);
  return end.slice(0, length) < start.slice(0, length);
}
