import type { ExportFormat } from "./export-pages.ts";
import type { FileKind } from "./file-kind.ts";
import { inventoryCsv } from "./inventory-csv/export-inventory-csv.ts";
import { jsonLines } from "./json-lines/export-json-lines.ts";
import { productCsv } from "./product-csv/export-product-csv.ts";

export const exportFormats: Record<FileKind, ExportFormat> = {
  PRODUCT_CSV: productCsv,
  INVENTORY_CSV: inventoryCsv,
  JSON_LINES: jsonLines,
};
