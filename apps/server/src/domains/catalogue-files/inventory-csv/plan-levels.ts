import { wordKey } from "@vetrina/contract/common";
import { type Findings, quoted } from "../findings.ts";
import type { InventoryColumn, InventoryRow } from "./read-inventory-csv.ts";

/** A variant as inventory files name it. */
export type StockedVariant = {
  id: string;
  link: string;
  name: string;
  sku: string | null;
  /** Option values in the order of the product's options. */
  values: string[];
};

export type StockedLevel = { onHand: number; reserved: number; leastAvailable: number };

/** What the rows of a file are compared with. */
export type Stock = {
  variants: readonly StockedVariant[];
  locations: readonly { code: string; name: string }[];
  /** By levelKey. */
  levels: ReadonlyMap<string, StockedLevel>;
};

/** Pieces on hand that are to be set. */
export type PlannedLevel = {
  row: number;
  variantId: string;
  /** "dress Navy / M". */
  label: string;
  location: string;
  from: number;
  to: number;
};

/** Tells the levels of a store apart. */
export function levelKey(variantId: string, location: string): string {
  return `${variantId} ${location}`;
}

/** Finds the variants and locations that rows name; what is not found, or named twice, joins `findings`. */
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
        findings.fault(row.row, columns.sku, `no variant has the SKU ${quoted(sku ?? "")}`);
      else if (!links.has(handle))
        findings.fault(row.row, columns.handle, `no product has the handle ${quoted(handle)}`);
      else
        findings.fault(
          row.row,
          columns.option1Value,
          `${quoted(handle)} has no variant ${quoted(values.join(" / ") || "without options")}`,
        );
      return [];
    }
    const location = placeOf(row.location);
    if (location === null) {
      findings.fault(
        row.row,
        columns.location,
        `there is no location ${quoted(row.location)}, or more than one: make it first, or write its code`,
      );
      return [];
    }
    const key = levelKey(variant.id, location);
    const first = seen.get(key);
    if (first !== undefined && first !== row.row) {
      findings.fault(
        row.row,
        columns.location,
        `row ${first} is the same variant at the same location: leave one of the two`,
      );
      return [];
    }
    seen.set(key, row.row);
    return [{ row, variant, location }];
  });
}

/** What the matched rows change. A row whose stock has changed since the file was written is left, with a notice. */
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
        findings.notice(
          row,
          columns.target,
          "pieces are there, so the location keeps the variant: write 0 to take them out",
        );
      return [];
    }
    if (target === onHand) return [];
    if (current !== null && (current === "not stocked" ? 0 : current) !== onHand) {
      findings.notice(
        row,
        columns.current,
        "the stock has changed since the file was written, and stays: export it anew",
      );
      return [];
    }
    const held = (level?.reserved ?? 0) + (level?.leastAvailable ?? 0);
    if (target < held)
      findings.notice(
        row,
        columns.target,
        "open orders hold more pieces than the file has: the stock is set to what they hold",
      );
    const to = Math.max(target, held);
    const label = `${variant.link} ${variant.name}`;
    return to === onHand ? [] : [{ row, variantId: variant.id, label, location, from: onHand, to }];
  });
}

/** By code first, which is unique; a name that two locations bear finds neither. */
function placesBy(locations: Stock["locations"]): (named: string) => string | null {
  const codes = new Set(locations.map(({ code }) => code));
  const names = Map.groupBy(locations, ({ name }) => name.trim().toLowerCase());
  return (named) => {
    if (codes.has(named)) return named;
    const [place, ...more] = names.get(named.toLowerCase()) ?? [];
    return place !== undefined && more.length === 0 ? place.code : null;
  };
}

/** The word by which a file names a location so that it is found again: its name, else its code. */
export function placeName(
  { code, name }: Stock["locations"][number],
  locations: Stock["locations"],
): string {
  const found = placesBy(locations)(name.trim());
  return found === code && name.trim() !== "" ? name.trim() : code;
}

function valuesKey(link: string, values: readonly string[]): string {
  return JSON.stringify([link, ...values.map((value) => value.toLowerCase())]);
}
