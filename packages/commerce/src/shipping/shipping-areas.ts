/** The country code of the area that covers every destination that no other area covers. */
export const everywhereElse = "*";

/**
 * A whole country (state and postal codes empty), one of its states by its code if the country has a list, or a range
 * of its postal codes. Both ends of a range have the same length. A range covers every code that begins with a value
 * in it.
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

/** Whether a destination could be in both areas. A part of a country may be in a different region than the rest. */
export function overlaps(a: ShippingArea, b: ShippingArea): boolean {
  if (a.country !== b.country) return false;
  if (isWhole(a) || isWhole(b)) return isWhole(a) && isWhole(b);
  if (a.state !== "" && b.state !== "") return a.state.toLowerCase() === b.state.toLowerCase();
  // Which postal codes belong to a state is not known here.
  if (a.state !== "" || b.state !== "") return true;
  return !isBefore(a, b) && !isBefore(b, a);
}

/** Whether an area is a whole country, except the parts that other areas cover. */
export function isWhole({ state, postalFrom }: ShippingArea): boolean {
  return state === "" && postalFrom === "";
}

/** Whether every code of a range comes before every code of another one; "1" to "2" also covers 29999. */
function isBefore({ postalTo: end }: ShippingArea, { postalFrom: start }: ShippingArea): boolean {
  const length = Math.min(end.length, start.length);
  return end.slice(0, length) < start.slice(0, length);
}
