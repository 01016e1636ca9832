import { inventoryCsv } from "./export-inventory-csv.ts";
import { jsonLines } from "./export-json-lines.ts";
import type { ExportFormat } from "./export-pages.ts";
import { productCsv } from "./export-shopify-csv.ts";
import type { FileKind } from "./file-kind.ts";

/** How each kind of file is written. */
export const exportFormats: Record<FileKind, ExportFormat> = {
  PRODUCT_CSV: productCsv,
  INVENTORY_CSV: inventoryCsv,
  JSON_LINES: jsonLines,
};
