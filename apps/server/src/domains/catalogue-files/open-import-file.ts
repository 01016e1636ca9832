import type { Context } from "../../platform/context.ts";
import type { FileKind } from "./file-kind.ts";
import type { ImportFile, SentFile } from "./import-file.ts";
import { openInventoryCsv } from "./inventory-csv/open-inventory-csv.ts";
import { openJsonLines } from "./json-lines/open-json-lines.ts";
import { openProductCsv } from "./product-csv/open-product-csv.ts";

/** Opens an import file of this format. `source` is called for each pass over the file. */
export function openImportFile(
  kind: FileKind,
  ctx: Context,
  source: () => AsyncIterable<Uint8Array>,
  sent: SentFile,
): Promise<ImportFile> {
  switch (kind) {
    case "PRODUCT_CSV":
      return openProductCsv(ctx, source(), sent);
    case "INVENTORY_CSV":
      return openInventoryCsv(source(), sent.fileName);
    case "JSON_LINES":
      return openJsonLines(ctx, source, sent.fileName);
  }
}
