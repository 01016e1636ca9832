import { columnOf, headerOf, type Column } from "./columns.ts";
import type { FileProduct } from "./file-product.ts";
import { withoutGuard } from "./formula.ts";
import { createFindings, type Findings, quoted } from "./findings.ts";
import { startProduct, type ProductDraft, type RowReader } from "./product-draft.ts";
import { type CsvRow, readRows, UnreadableCsv } from "./read-rows.ts";

/** What a file says: its products in its order, and everything found wrong with it. */
export type Catalogue = {
  products: FileProduct[];
  /** Rows below the header. */
  rows: number;
  /** The headers that messages about the store's side name. */
  columns: { price: string; sku: string };
  findings: Findings;
};

const mostRows = 1_000_000;

/**
 * Reads Shopify's product CSV, with its present and its earlier headers; prices are in `currency`. It never stops at a
 * fault: each one is reported with its line and column, and only what is free of faults may be used.
 */
export async function readShopifyCsv(
  source: AsyncIterable<Uint8Array>,
  currency: string,
): Promise<Catalogue> {
  const findings = createFindings();
  const drafts = new Map<string, ProductDraft>();
  let header: Header | null = null;
  let rows = 0;
  try {
    await readRows(source, (row) => {
      if (header === null) {
        header = readHeader(row, findings);
        return;
      }
      rows += 1;
      if (rows === mostRows + 1)
        findings.fault(row.line, null, "the file has more than 1,000,000 rows: split it");
      if (header.usable && rows <= mostRows) addRow(drafts, header, row, currency, findings);
    });
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    findings.fault(error.line, null, error.message);
  }
  if (header === null && findings.faults.length === 0)
    findings.fault(1, null, "the file is empty: export the products as CSV and import that file");
  else if (rows === 0 && findings.faults.length === 0)
    findings.fault(1, null, "the file has a header and no products below it");
  tellUnused(header, findings);
  const named = (column: "price" | "sku") => (header && nameOf(header, column)) ?? headerOf[column];
  const columns = { price: named("price"), sku: named("sku") };
  return { products: finish(drafts, findings), rows, columns, findings };
}

type Header = {
  /** False where the file cannot be Shopify's: its rows are then not looked at. */
  usable: boolean;
  cells: string[];
  at: Map<Column, number>;
  /** Positions of columns that are not read, and whether some row holds something there. */
  unused: { index: number; known: boolean; filled: boolean }[];
};

function readHeader({ cells, line }: CsvRow, findings: Findings): Header {
  const header: Header = { usable: true, cells, at: new Map(), unused: [] };
  for (const [index, cell] of cells.entries()) {
    const column = columnOf(cell);
    if (column === null || column === "unused")
      header.unused.push({ index, known: column !== null, filled: false });
    else if (header.at.has(column)) {
      const first = cells[header.at.get(column) ?? 0] ?? "";
      findings.fault(
        line,
        cell.trim(),
        `the file has this column twice (also as ${quoted(first)}): remove one of the two`,
      );
    } else header.at.set(column, index);
  }
  if (cells.length === 1 && /[;\t]/.test(cells[0] ?? "")) {
    const sign = cells[0]?.includes(";") ? "semicolons" : "tabs";
    findings.fault(line, null, `the columns are separated by ${sign}: save the file with commas`);
    header.usable = false;
    return header;
  }
  for (const column of ["handle", "title"] as const) {
    if (header.at.has(column)) continue;
    header.usable = false;
    findings.fault(
      line,
      headerOf[column],
      "this column is missing: the first line must be the header of Shopify's product CSV",
    );
  }
  return header;
}

function addRow(
  drafts: Map<string, ProductDraft>,
  header: Header,
  { cells, line }: CsvRow,
  currency: string,
  findings: Findings,
): void {
  for (const column of header.unused)
    if (!column.filled && cells[column.index]?.trim()) column.filled = true;
  if (cells.slice(header.cells.length).some((cell) => cell.trim() !== "")) {
    findings.fault(
      line,
      null,
      `this row has ${cells.length} cells and the header ${header.cells.length}: put quotation marks around a cell that holds a comma`,
    );
    return;
  }
  const name = (column: Column) => nameOf(header, column) ?? column;
  const reader: RowReader = {
    row: line,
    currency,
    has: (column) => header.at.has(column),
    text: (column) => withoutGuard(cells[header.at.get(column) ?? -1] ?? "").trim(),
    name,
    fault: (column, message) =>
      findings.fault(line, column === null ? null : name(column), message),
    notice: (column, message) =>
      findings.notice(line, column === null ? null : name(column), message),
  };
  if (cells.some((cell) => cell.includes("\0"))) {
    findings.fault(line, null, "this row holds a NUL character: remove it");
    return;
  }
  const handle = reader.text("handle");
  if (handle === "") {
    reader.fault("handle", "is empty: write the product's handle on each of its rows");
    return;
  }
  const draft = drafts.get(handle);
  if (draft === undefined) drafts.set(handle, startProduct(reader));
  else draft.add(reader);
}

function nameOf(header: Header, column: Column): string | undefined {
  return header.cells[header.at.get(column) ?? -1]?.trim();
}

function finish(drafts: ReadonlyMap<string, ProductDraft>, findings: Findings): FileProduct[] {
  const links = new Map<string, string>();
  const skus = new Map<string, number>();
  const products: FileProduct[] = [];
  for (const [handle, draft] of drafts) {
    const product = draft.finish(findings);
    const other = links.get(product.link);
    if (other !== undefined)
      findings.fault(
        product.row,
        draft.handleColumn,
        `${quoted(handle)} and ${quoted(other)} are the same address in the shop (${product.link}): rename one`,
      );
    links.set(product.link, handle);
    for (const variant of product.variants) {
      if (!variant.sku) continue;
      const first = skus.get(variant.sku);
      if (first !== undefined)
        findings.fault(
          variant.row,
          draft.skuColumn,
          `${quoted(variant.sku)} is also the SKU of row ${first}: give each variant its own, or none`,
        );
      else skus.set(variant.sku, variant.row);
    }
    products.push(product);
  }
  return products;
}

function tellUnused(header: Header | null, findings: Findings): void {
  const names = (known: boolean) =>
    (header?.unused ?? [])
      .filter((column) => column.known === known && (column.filled || !known))
      .map(({ index }) => quoted(header?.cells[index]?.trim() ?? ""))
      .filter((name) => name !== '""')
      .join(", ");
  const unknown = names(false);
  if (unknown !== "")
    findings.notice(null, null, `columns that are not known, left out: ${unknown}`);
  const unused = names(true);
  if (unused !== "")
    findings.notice(null, null, `columns that the shop has no place for, left out: ${unused}`);
}
