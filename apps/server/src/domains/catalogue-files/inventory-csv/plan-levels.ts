import { wordKey } from "@vetrina/contract/common";
import { type Findings, quoted } from "../findings.ts";
import type { InventoryColumn, InventoryRow } from "./read-inventory-csv.ts";

/** A variant with the fields by which inventory files identify it. */
export type StockedVariant = {
  id: string;
  link: string;
  name: string;
  sku: string | null;
  /** Option values in the order of the product's options. */
  values: string[];
};

export type StockedLevel = { onHand: number; reserved: number; leastAvailable: number };

/** The store's data that the rows are compared with. */
export type Stock = {
  variants: readonly StockedVariant[];
  locations: readonly { code: string; name: string }[];
  /** Keyed by levelKey(). */
  levels: ReadonlyMap<string, StockedLevel>;
};

/** A planned change to the on-hand units at one location. */
export type PlannedLevel = {
  row: number;
  variantId: string;
  /** Product link and variant name: "dress Navy / M". */
  label: string;
  location: string;
  from: number;
  to: number;
};

/** Returns the key of a level within a store. */
export function levelKey(variantId: string, location: string): string {
  return `${variantId} ${location}`;
}

/**
 * Finds the variants and locations that the rows refer to. Adds an error for a row if either is unknown, or if an
 * earlier row has the same variant and location.
 */
export function matchRows(
  rows: readonly InventoryRow[],
  { variants, locations }: Pick<Stock, "variants" | "locations">,
  columns: Record<InventoryColumn, string>,
  seen: Map<string, number>,
  findings: Findings,
): { row: InventoryRow; variant: StockedVariant; location: string }[] {
  const byValues = new Map(variants.map((each) => [valuesKey(each.link, each.values), each]));
  const bySku = new Map(variants.flatMap((each) => (each.sku ? [[wordKey(each.sku), each]] : [])));
  const links = new Set(variants.map(({ link }) => link));
  const placeOf = placesBy(locations);
  return rows.flatMap((row) => {
    const { handle, values, sku } = row;
    const skuOwner = sku === null ? undefined : bySku.get(wordKey(sku));
    const variant =
      handle === null
        ? skuOwner
        : (byValues.get(valuesKey(handle, values)) ??
          (skuOwner?.link === handle ? skuOwner : undefined));
    if (variant === undefined) {
      if (handle === null)
        findings.error(row.row, columns.sku, `no variant has the SKU ${quoted(sku ?? "")}`);
      else if (!links.has(handle))
        findings.error(row.row, columns.handle, `no product has the handle ${quoted(handle)}`);
      else
        findings.error(
          row.row,
          columns.option1Value,
          `${quoted(handle)} has no variant ${values.length > 0 ? quoted(values.join(" / ")) : "without options"}`,
        );
      return [];
    }
    const location = placeOf(row.location);
    if (location === null) {
      findings.error(
        row.row,
        columns.location,
        `${quoted(row.location)} is not the name of a single location: create the location, or write its code`,
      );
      return [];
    }
    const key = levelKey(variant.id, location);
    const first = seen.get(key);
    if (first !== undefined && first !== row.row) {
      findings.error(
        row.row,
        columns.location,
        `row ${first} has the same variant at the same location: remove one of the two rows`,
      );
      return [];
    }
    seen.set(key, row.row);
    return [{ row, variant, location }];
  });
}

/**
 * Plans the new quantities of the matched rows. Skips a row, with a warning, if the stock has changed since the file
 * was written. Raises a quantity, with a warning, to the lowest one that open orders allow.
 */
export function planLevels(
  matched: ReturnType<typeof matchRows>,
  levels: Stock["levels"],
  columns: Record<InventoryColumn, string>,
  findings: Findings,
): PlannedLevel[] {
  return matched.flatMap(({ row: { row, current, target }, variant, location }) => {
    const level = levels.get(levelKey(variant.id, location));
    const onHand = level?.onHand ?? 0;
    if (target === null || target === current) return [];
    if (target === "not stocked") {
      if (onHand !== 0)
        findings.warning(
          row,
          columns.target,
          "the location has units in stock, so the variant stays stocked there: write 0 to remove them",
        );
      return [];
    }
    if (target === onHand) return [];
    if (current !== null && (current === "not stocked" ? 0 : current) !== onHand) {
      findings.warning(
        row,
        columns.current,
        "the stock has changed since the file was written, so the row is skipped: export the stock again",
      );
      return [];
    }
    const held = (level?.reserved ?? 0) + (level?.leastAvailable ?? 0);
    if (target < held)
      findings.warning(
        row,
        columns.target,
        "open orders hold more units than this quantity: the stock is set to the lowest number that they allow",
      );
    const to = Math.max(target, held);
    const label = `${variant.link} ${variant.name}`;
    return to === onHand ? [] : [{ row, variantId: variant.id, label, location, from: onHand, to }];
  });
}

/** Returns a function that finds a location by its code, or else by its name if only one location has that name. */
function placesBy(locations: Stock["locations"]): (named: string) => string | null {
  const codes = new Set(locations.map(({ code }) => code));
  const names = Map.groupBy(locations, ({ name }) => name.trim().toLowerCase());
  return (named) => {
    if (codes.has(named)) return named;
    const [match, ...more] = names.get(named.toLowerCase()) ?? [];
    return match !== undefined && more.length === 0 ? match.code : null;
  };
}

/**
 * Maps each location's code to the text that a file uses for the location: its name if the import can find it by that
 * name, otherwise its code.
 */
export function locationNames(locations: Stock["locations"]): Map<string, string> {
  const placeOf = placesBy(locations);
  return new Map(
    locations.map(({ code, name }) => {
      const written = name.trim();
      return [code, written !== "" && placeOf(written) === code ? written : code];
    }),
  );
}

function valuesKey(link: string, values: readonly string[]): string {
  return JSON.stringify([link, ...values.map((value) => value.toLowerCase())]);
}
