/** The country code of the area that includes every destination not in any other area. */
export const everywhereElse = "*";

/**
 * A whole country (state and postal codes are empty), a state (by its code, if the country has a list of states), or a
 * range of postal codes. Both ends of a range have the same length. A range includes every code that begins with a
 * value in the range.
 */
export type ShippingArea = {
  country: string;
  state: string;
  postalFrom: string;
  postalTo: string;
};

/** The form in which postal codes are compared: in capitals, without spaces and hyphens. */
export function postalKey(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, "");
}

/**
 * Whether a destination could be in both areas. A whole country and a part of it don't count as overlapping, because
 * the part may be in a different region.
 */
export function overlaps(a: ShippingArea, b: ShippingArea): boolean {
  if (a.country !== b.country) return false;
  if (isWhole(a) || isWhole(b)) return isWhole(a) && isWhole(b);
  if (a.state !== "" && b.state !== "") return a.state.toLowerCase() === b.state.toLowerCase();
  // It isn't known here which postal codes belong to a state, so a state and a range may overlap.
  if (a.state !== "" || b.state !== "") return true;
  return !isBefore(a, b) && !isBefore(b, a);
}

/** An index that finds an area overlapping a new one. The indexed areas don't overlap each other. */
export type AreaIndex<Area extends ShippingArea> = {
  add: (area: Area) => void;
  /** Returns the first overlapping area that is found; undefined if there is none. */
  overlapping: (area: ShippingArea) => Area | undefined;
  wholeCountry: (country: string) => Area | undefined;
};

/**
 * The areas of a country. States are keyed by their lower-case text, which is computed only once per area because it is
 * slow for some writing systems. Ranges are sorted.
 */
type Parts<Area> = { whole?: Area; states: Map<string, Area>; ranges: Area[] };

export function createAreaIndex<Area extends ShippingArea>(
  areas: readonly Area[] = [],
): AreaIndex<Area> {
  const countries = new Map<string, Parts<Area>>();
  const add = (area: Area) => {
    const { country, state, postalFrom } = area;
    let parts = countries.get(country);
    if (parts === undefined) countries.set(country, (parts = { states: new Map(), ranges: [] }));
    if (isWhole(area)) parts.whole = area;
    else if (state !== "") parts.states.set(state.toLowerCase(), area);
    else parts.ranges.splice(placeOf(parts.ranges, postalFrom), 0, area);
  };
  for (const area of areas) add(area);
  return {
    add,
    overlapping(area) {
      const parts = countries.get(area.country);
      if (parts === undefined) return undefined;
      const { whole, states, ranges } = parts;
      if (isWhole(area)) return whole;
      // It isn't known here which postal codes belong to a state, so any range may overlap.
      if (area.state !== "") return ranges[0] ?? states.get(area.state.toLowerCase());
      const [anyState] = states.values();
      if (anyState !== undefined) return anyState;
      const place = placeOf(ranges, area.postalFrom);
      return ranges.slice(Math.max(0, place - 1), place + 1).find((other) => overlaps(area, other));
    },
    wholeCountry: (country) => countries.get(country)?.whole,
  };
}

/** The index of the first range that starts after this code. */
function placeOf(ranges: readonly ShippingArea[], code: string): number {
  let [from, to] = [0, ranges.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ranges[middle]?.postalFrom ?? "") <= code) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether an area is a whole country. Parts of that country may still be areas of their own. */
export function isWhole({ state, postalFrom }: ShippingArea): boolean {
  return state === "" && postalFrom === "";
}

/** Whether all codes of one range come before all codes of another. The range "1" to "2" also includes 29999. */
function isBefore({ postalTo: end }: ShippingArea, { postalFrom: start }: ShippingArea): boolean {
  const length = Math.min(end.length, start.length);
  return end.slice(0, length) < start.slice(0, length);
}
