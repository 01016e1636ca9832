import type { Context } from "../../platform/context.ts";
import type { FileKind } from "./file-kind.ts";
import type { ImportFile } from "./import-file.ts";
import { openInventoryCsv } from "./inventory-csv/open-inventory-csv.ts";
import { openJsonLines } from "./json-lines/open-json-lines.ts";
import { openProductCsv } from "./product-csv/open-product-csv.ts";

/** Reads a file of a kind, from its beginning as often as it has to; `fileName` goes into the audit. */
export function openImportFile(
  kind: FileKind,
  ctx: Context,
  source: () => AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<ImportFile> {
  switch (kind) {
    case "PRODUCT_CSV":
      return openProductCsv(ctx, source(), fileName);
    case "INVENTORY_CSV":
      return openInventoryCsv(source(), fileName);
    case "JSON_LINES":
      return openJsonLines(ctx, source, fileName);
  }
}
