import { parse } from "csv-parse/sync";
import { isInventoryHeader } from "./inventory-csv/read-inventory-csv.ts";

/** The formats a catalogue comes and goes in. */
export type FileKind = "PRODUCT_CSV" | "INVENTORY_CSV" | "JSON_LINES";

/** How many bytes of a file are enough to tell its kind. */
export const headBytes = 64 * 1024;

/** What a file is, by its first line; a first line that nothing is known of is taken for one of products. */
export function kindOfFile(head: Uint8Array): FileKind {
  const text = Buffer.from(head.subarray(0, headBytes)).toString("utf8");
  if (/^\uFEFF?\s*\{/.test(text)) return "JSON_LINES";
  const line = text.slice(0, text.search(/[\r\n]|$/));
  return isInventoryHeader(cellsOf(line)) ? "INVENTORY_CSV" : "PRODUCT_CSV";
}

function cellsOf(line: string): string[] {
  try {
    const [cells = []] = parse(line, { bom: true, relax_quotes: true });
    return cells;
  } catch {
    // A quote that is open at the line's end: whoever reads the file says so.
    return [];
  }
}
