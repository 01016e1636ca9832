import { parse } from "csv-parse/sync";
import { isInventoryHeader } from "./inventory-csv/read-inventory-csv.ts";

/** The formats of catalogue imports and exports. */
export type FileKind = "PRODUCT_CSV" | "INVENTORY_CSV" | "JSON_LINES";

/** The number of bytes at the beginning of a file that are needed to detect its format. */
export const headBytes = 64 * 1024;

/** Detects a file's format by its first line. A file with an unknown first line counts as a product CSV. */
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
    // A quoted cell doesn't end on this line. If its quotation mark is never closed, the reader reports that later.
    return [];
  }
}
