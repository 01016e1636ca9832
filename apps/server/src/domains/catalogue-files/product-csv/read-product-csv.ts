import { wordKey } from "@vetrina/contract/common";
import { pace } from "../../../platform/event-loop/pace.ts";
import { excessOf, sanitizeRichText } from "../../../platform/rich-text/rich-text.ts";
import {
  createImportSanitizer,
  type ImportSanitizer,
} from "../../../platform/rich-text/sanitize-ahead.ts";
import { withoutGuard } from "../../../platform/csv/formula.ts";
import type { CsvRow } from "../csv/read-rows.ts";
import { type Header, nameOf, readTable, type TableFormat } from "../csv/read-table.ts";
import { LargeMap } from "../large-map.ts";
import { createFindings, type Findings, quoted } from "../findings.ts";
import type { FileProduct } from "../products/file-product.ts";
import { type Column, columnOf, headerOf } from "./columns.ts";
import { metaDescriptionOf } from "./product-fields.ts";
import { addRow, finishProduct, type ProductDraft, startProduct } from "./product-draft.ts";
import type { RowReader } from "./row-reader.ts";

/** The result of reading a file: its products in order, and its errors and warnings. */
export type Catalogue = {
  products: FileProduct[];
  /** The number of rows below the header. */
  rows: number;
  /** The names of the file's columns, for messages. */
  columns: Record<"price" | "sku" | "measurements" | "bodyMeasurements", string>;
  findings: Findings;
};

const knownHeaders: Partial<Record<Column, string>> = headerOf;

const format: TableFormat<Column> = {
  name: "Shopify's product CSV",
  things: "products",
  columnOf,
  required: [
    ["handle", headerOf.handle],
    ["title", headerOf.title],
  ],
  maxRows: 200_000,
};

/**
 * Reads Shopify's product CSV with its current or earlier headers. Prices are in `currency`. Use the products only if
 * there are no errors.
 */
export async function readProductCsv(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  store = { id: "", owner: "" },
): Promise<Catalogue> {
  const findings = createFindings();
  const drafts = new Map<string, ProductDraft>();
  const { header, rows } = await readTable(source, format, findings, (row, head) =>
    readRow(drafts, head, row, currency, findings),
  );
  const named = (column: Column) =>
    (header && nameOf(header, column)) ?? knownHeaders[column] ?? column;
  const columns = {
    price: named("price"),
    sku: named("sku"),
    measurements: named("measurements"),
    bodyMeasurements: named("bodyMeasurements"),
  };
  const sanitizer = createImportSanitizer({ store });
  try {
    return { products: await finish(drafts, named, sanitizer, findings), rows, columns, findings };
  } finally {
    sanitizer.close();
  }
}

/** Maximum number of products in a file. All of them are in memory at once. */
const maxProducts = 50_000;

function readRow(
  drafts: Map<string, ProductDraft>,
  header: Header<Column>,
  { cells, line }: CsvRow,
  currency: string,
  findings: Findings,
): void {
  const name = (column: Column) => nameOf(header, column) ?? column;
  const reader: RowReader = {
    row: line,
    currency,
    has: (column) => header.at.has(column),
    text: (column) => withoutGuard(cells[header.at.get(column) ?? -1] ?? "").trim(),
    name,
    error: (column, message) =>
      findings.error(line, column === null ? null : name(column), message),
    warning: (column, message) =>
      findings.warning(line, column === null ? null : name(column), message),
  };
  const handle = reader.text("handle");
  if (handle === "") {
    reader.error("handle", "is empty: write the product's handle on each of its rows");
    return;
  }
  const draft = drafts.get(handle);
  if (draft !== undefined) addRow(draft, reader);
  else if (drafts.size < maxProducts) drafts.set(handle, startProduct(reader));
  else reader.error("handle", "exceeds the limit of 50,000 products: split the file");
}

async function finish(
  drafts: ReadonlyMap<string, ProductDraft>,
  named: (column: Column) => string,
  sanitizer: ImportSanitizer,
  findings: Findings,
): Promise<FileProduct[]> {
  const links = new Map<string, string>();
  const skus = new LargeMap<number>();
  const products: FileProduct[] = [];
  for (const [handle, draft] of drafts) {
    await pace();
    if (findings.isFull) break;
    const product = finishProduct(draft, named, findings);
    const { description, seoDescription, metaDescription } = product;
    await sanitizer.sanitize([description, seoDescription, metaDescription]);
    if (description) product.description = sanitizeRichText(description);
    if (seoDescription) product.seoDescription = sanitizeRichText(seoDescription);
    if (metaDescription)
      product.metaDescription = metaDescriptionOf(metaDescription, (message) =>
        findings.warning(product.row, named("seoDescription"), message),
      );
    for (const [field, column] of [
      ["description", "body"],
      ["seoDescription", "richText"],
    ] as const) {
      const excess = excessOf(product[field] ?? "", "product");
      if (excess !== null) findings.error(product.row, named(column), excess);
    }
    const other = links.get(product.link);
    if (other !== undefined)
      findings.error(
        product.row,
        named("handle"),
        `${quoted(handle)} and ${quoted(other)} have the same address in the shop (${product.link}): rename one of them`,
      );
    links.set(product.link, handle);
    for (const variant of product.variants) {
      if (!variant.sku) continue;
      const first = skus.get(wordKey(variant.sku));
      if (first !== undefined)
        findings.error(
          variant.row,
          named("sku"),
          `${quoted(variant.sku)} is also the SKU of row ${first}: give each variant its own SKU, or none`,
        );
      else skus.set(wordKey(variant.sku), variant.row);
    }
    products.push(product);
  }
  return products;
}
