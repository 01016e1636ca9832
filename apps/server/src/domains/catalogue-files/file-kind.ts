import { parse } from "csv-parse/sync";
import { isInventoryHeader } from "./inventory-csv/read-inventory-csv.ts";

/** The formats of catalogue imports and exports. */
export type FileKind = "PRODUCT_CSV" | "INVENTORY_CSV" | "JSON_LINES";

/** The number of bytes at the beginning of a file that are needed to detect its format. */
export const headBytes = 64 * 1024;

/** Detects a file's format by its header. A file with an unknown header counts as a product CSV. */
export function kindOfFile(head: Uint8Array): FileKind {
  const text = Buffer.from(head.subarray(0, headBytes)).toString("utf8");
  if (/^\uFEFF?\s*\{/.test(text)) return "JSON_LINES";
  return isInventoryHeader(headerOf(text)) ? "INVENTORY_CSV" : "PRODUCT_CSV";
}

/** Returns the cells of the first record, which has several lines if a quoted cell has line breaks. */
function headerOf(text: string): string[] {
  try {
    const [cells = []] = parse(text, { bom: true, relax_quotes: true, to: 1 });
    return cells;
  } catch {
    // A quotation mark is not closed. The reader reports this error later.
    return [];
  }
}
