import { maxUnits } from "@vetrina/contract/common";
import { readInteger } from "../csv/cells.ts";
import { withoutGuard } from "../../../platform/csv/formula.ts";
import type { CsvRow } from "../csv/read-rows.ts";
import {
  type Header,
  nameOf,
  normalHeader,
  readTable,
  type TableFormat,
} from "../csv/read-table.ts";
import { createFindings, type Findings, quoted } from "../findings.ts";

/** The units at a location. "not stocked" means that there is no level. */
export type Quantity = number | "not stocked";

/** One row of an inventory file: a variant at a location. */
export type InventoryRow = {
  /** The line number in the file. */
  row: number;
  /** null if the variant is identified by its SKU alone. */
  handle: string | null;
  /** Option values in the order of the options. Empty for a product without options. */
  values: string[];
  sku: string | null;
  location: string;
  /** The quantity at the time when the file was written, or null if the file doesn't contain it. */
  current: Quantity | null;
  /** The quantity to set, or null to keep the current one. */
  target: Quantity | null;
};

export type InventoryFile = {
  rows: InventoryRow[];
  /** The number of rows below the header. */
  count: number;
  /** The names of the file's columns, for messages. */
  columns: Record<InventoryColumn, string>;
  findings: Findings;
};

/** The header of Shopify's inventory CSV since 2025. The import ignores the "not editable" columns. */
export const inventoryHeader = [
  "Handle",
  "Title",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Option3 Name",
  "Option3 Value",
  "SKU",
  "HS Code",
  "COO",
  "Location",
  "Bin name",
  "Incoming (not editable)",
  "Unavailable (not editable)",
  "Committed (not editable)",
  "Available (not editable)",
  "On hand (current)",
  "On hand (new)",
] as const;

const headers = {
  handle: ["handle", "url handle"],
  option1Value: ["option1 value"],
  option2Value: ["option2 value"],
  option3Value: ["option3 value"],
  sku: ["sku", "variant sku"],
  location: ["location"],
  current: ["on hand (current)"],
  // The earlier format has one "on hand" column, for both the current and the new quantity.
  target: ["on hand (new)", "on hand"],
} as const;
export type InventoryColumn = keyof typeof headers;

/** Columns ignored without a warning: names, and numbers that Shopify marks as not editable. */
const silent = {
  title: ["title"],
  option1Name: ["option1 name"],
  option2Name: ["option2 name"],
  option3Name: ["option3 name"],
  incoming: ["incoming", "incoming (not editable)"],
  unavailable: ["unavailable", "unavailable (not editable)"],
  committed: ["committed", "committed (not editable)"],
  available: ["available", "available (not editable)"],
} as const;
const unused = /^(?:hs code|coo|bin name|barcode|damaged.*|quality control.*|safety stock.*)$/;

const headerNames: Record<InventoryColumn, string> = {
  handle: "Handle",
  option1Value: "Option1 Value",
  option2Value: "Option2 Value",
  option3Value: "Option3 Value",
  sku: "SKU",
  location: "Location",
  current: "On hand (current)",
  target: "On hand (new)",
};

type Read = InventoryColumn | keyof typeof silent;
const byHeader = new Map<string, Read>(
  Object.entries({ ...headers, ...silent }).flatMap(([column, names]) =>
    names.map((name) => [name, column as Read] as const),
  ),
);

const format: TableFormat<Read> = {
  name: "Shopify's inventory CSV",
  things: "inventory",
  columnOf(header) {
    const name = normalHeader(header);
    return byHeader.get(name) ?? (unused.test(name) ? "unused" : null);
  },
  required: [
    ["location", headerNames.location],
    ["target", headerNames.target],
  ],
  maxRows: 500_000,
};

/** Whether the first line is the header of an inventory file rather than a product file. */
export function isInventoryHeader(cells: readonly string[]): boolean {
  const names = new Set(cells.map(normalHeader));
  return names.has("location") && [...headers.current, ...headers.target].some((n) => names.has(n));
}

/** Reads Shopify's inventory CSV in its current or earlier format. */
export async function readInventoryCsv(source: AsyncIterable<Uint8Array>): Promise<InventoryFile> {
  const findings = createFindings();
  const rows: InventoryRow[] = [];
  const { header, rows: count } = await readTable(source, format, findings, (row, head) => {
    const read = readRow(head, row, findings);
    if (read !== null) rows.push(read);
  });
  const named = (column: InventoryColumn) =>
    (header && nameOf(header, column)) ?? headerNames[column];
  const columns = Object.fromEntries(
    Object.keys(headers).map((column) => [column, named(column as InventoryColumn)]),
  ) as Record<InventoryColumn, string>;
  return { rows, count, columns, findings };
}

function readRow(
  header: Header<Read>,
  { cells, line }: CsvRow,
  findings: Findings,
): InventoryRow | null {
  const text = (column: InventoryColumn) =>
    withoutGuard(cells[header.at.get(column) ?? -1] ?? "").trim();
  const addError = (column: InventoryColumn, message: string) =>
    findings.error(line, nameOf(header, column) ?? headerNames[column], message);
  const [handle, sku, location] = [text("handle"), text("sku"), text("location")];
  if (handle === "" && sku === "") {
    addError("handle", "is empty, and so is the SKU: write one of them");
    return null;
  }
  if (location === "") {
    addError("location", "is empty: write the location's name");
    return null;
  }
  const quantity = (column: "current" | "target") => {
    const read = readQuantity(text(column));
    if (!read.ok) addError(column, `${quoted(text(column))} ${read.problem}`);
    return read;
  };
  const [current, target] = [quantity("current"), quantity("target")];
  if (!current.ok || !target.ok) return null;
  if (typeof target.value === "number" && target.value < 0)
    findings.warning(line, nameOf(header, "target") ?? null, "is below 0 and is imported as 0");
  return {
    row: line,
    handle: handle || null,
    values: readValues([text("option1Value"), text("option2Value"), text("option3Value")]),
    sku: sku || null,
    location,
    current: current.value,
    target: typeof target.value === "number" ? Math.max(0, target.value) : target.value,
  };
}

type ReadQuantity = { ok: true; value: Quantity | null } | { ok: false; problem: string };

function readQuantity(text: string): ReadQuantity {
  if (text === "") return { ok: true, value: null };
  return /^not stocked$/i.test(text)
    ? { ok: true, value: "not stocked" }
    : readInteger(text, maxUnits);
}

/**
 * Returns a row's option values: none for a product without options, whose only value Shopify writes as "Default
 * Title".
 */
function readValues(values: readonly string[]): string[] {
  const given = values.slice(0, values.findLastIndex((value) => value !== "") + 1);
  return given.length === 1 && /^default title$/i.test(given[0] ?? "") ? [] : given;
}
