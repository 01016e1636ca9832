import { parse } from "csv-parse/sync";
import { isInventoryHeader } from "./inventory-csv/read-inventory-csv.ts";

/** The formats of catalogue imports and exports. */
export type FileKind = "PRODUCT_CSV" | "INVENTORY_CSV" | "JSON_LINES";

/** The number of leading bytes needed to detect a file's kind. */
export const headBytes = 64 * 1024;

/** The kind of a file by its first line; an unknown first line counts as products. */
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
    // A quote is still open at the line's end; the reader reports that.
    return [];
  }
}
