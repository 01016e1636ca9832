import { stacksMarks } from "@vetrina/contract/common";
import { type Findings, quoted } from "../findings.ts";
import { type CsvRow, readRows, UnreadableCsv } from "./read-rows.ts";

/** The header of a CSV file, with the position of each column. */
export type Header<Column extends string> = {
  /** False if the file is not in this format or has too many columns. Its rows are then skipped. */
  usable: boolean;
  cells: string[];
  at: Map<Column, number>;
  /**
   * For each column that is not read, by position: whether the format has the column, and whether a row has a value in
   * it.
   */
  unused: Map<number, { known: boolean; filled: boolean }>;
};

/**
 * The meaning of a header: a column, "unused" if the format has the column but the import doesn't use it, or null if
 * the header is unknown.
 */
export type ColumnOf<Column extends string> = (header: string) => Column | "unused" | null;

/** A format of CSV files. */
export type TableFormat<Column extends string> = {
  /** The format's name in messages, such as "Shopify's product CSV". */
  name: string;
  /** What messages call the contents of the file, such as "products". */
  things: string;
  columnOf: ColumnOf<Column>;
  /** The columns that the format requires, with their names in messages. */
  required: readonly (readonly [Column, string])[];
  /** Maximum number of rows below the header. Limits the memory of an import, which keeps all rows that it reads. */
  maxRows: number;
};

/** Maximum number of columns, because each column costs time in every row. Shopify's exports have about 100. */
const maxColumns = 1_000;
/** Maximum number of characters in a cell. The longest field, a description, can have 40,000 bytes. */
const maxCellLength = 200_000;

/** Reads a file row by row. After an error in a row, continues with the next row, until there are too many errors. */
export async function readTable<Column extends string>(
  source: AsyncIterable<Uint8Array>,
  format: TableFormat<Column>,
  findings: Findings,
  take: (row: CsvRow, header: Header<Column>) => void,
): Promise<{ header: Header<Column> | null; rows: number }> {
  let header: Header<Column> | null = null as Header<Column> | null;
  let rows = 0;
  try {
    await readRows(source, (row) => {
      if (header === null) {
        header = readHeader(row, format, findings);
        return true;
      }
      rows += 1;
      if (findings.isFull) findings.stopAt(row.line);
      else if (rows > format.maxRows)
        findings.error(
          row.line,
          null,
          `the file has more than ${format.maxRows.toLocaleString("en")} rows: split it`,
        );
      else {
        if (header.usable && isFitRow(header, row, findings)) take(row, header);
        return header.usable;
      }
      return false;
    });
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    findings.error(error.line, null, error.message);
  }
  const { things } = format;
  if (header === null && findings.errors.length === 0)
    findings.error(1, null, `the file is empty: export the ${things} as CSV and import that file`);
  else if (rows === 0 && findings.errors.length === 0)
    findings.error(
      1,
      null,
      `the file has a header but no ${things} below it: add rows, or export the ${things} again`,
    );
  reportUnused(header, findings);
  return { header, rows };
}

/** Normalizes a header for comparison: trimmed, in lower case, and with single spaces. */
export function normalHeader(header: string): string {
  return header.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

function readHeader<Column extends string>(
  { cells, line }: CsvRow,
  { columnOf, required, name: format }: TableFormat<Column>,
  findings: Findings,
): Header<Column> {
  const header: Header<Column> = { usable: true, cells, at: new Map(), unused: new Map() };
  if (cells.length > maxColumns) {
    findings.error(line, null, "the file has more than 1,000 columns: remove the unused ones");
    return { ...header, cells: [], usable: false };
  }
  for (const [index, cell] of cells.entries()) {
    const column = columnOf(cell);
    if (column === null || column === "unused")
      header.unused.set(index, { known: column !== null, filled: false });
    else if (header.at.has(column)) {
      const first = cells[header.at.get(column) ?? 0] ?? "";
      findings.error(
        line,
        cell.trim(),
        `the file has this column twice (also as ${quoted(first)}): remove one of them`,
      );
    } else header.at.set(column, index);
  }
  if (cells.length === 1 && /[;\t]/.test(cells[0] ?? "")) {
    const sign = cells[0]?.includes(";") ? "semicolons" : "tabs";
    findings.error(line, null, `the columns are separated by ${sign}: save the file with commas`);
    header.usable = false;
    return header;
  }
  for (const [column, name] of required) {
    if (header.at.has(column)) continue;
    header.usable = false;
    findings.error(
      line,
      name,
      `this column is missing: the first line must be the header of ${format}`,
    );
  }
  return header;
}

/** Whether a row can be read. If not, reports an error. Also records which unused columns have a value. */
function isFitRow<Column extends string>(
  header: Header<Column>,
  { cells, line }: CsvRow,
  findings: Findings,
): boolean {
  if (cells.length > header.cells.length + maxColumns) {
    reportWideRow(header, cells, line, findings);
    return false;
  }
  for (const [index, cell] of cells.entries()) {
    const column = header.unused.get(index);
    if (column !== undefined && !column.filled && cell.trim()) column.filled = true;
  }
  if (cells.slice(header.cells.length).some((cell) => cell.trim() !== "")) {
    reportWideRow(header, cells, line, findings);
    return false;
  }
  const long = cells.findIndex((cell) => cell.length > maxCellLength);
  if (long !== -1) {
    const column = header.cells[long]?.trim() ?? null;
    findings.error(line, column, "this cell has more than 200,000 characters: shorten it");
    return false;
  }
  if (cells.some((cell) => cell.includes("\0"))) {
    findings.error(line, null, "this row contains a NUL character: remove it");
    return false;
  }
  const stacked = cells.findIndex(stacksMarks);
  if (stacked !== -1) {
    const column = header.cells[stacked]?.trim() ?? null;
    findings.error(line, column, "a character of this cell has more than 32 accents: remove them");
    return false;
  }
  return true;
}

function reportWideRow<Column extends string>(
  header: Header<Column>,
  cells: readonly string[],
  line: number,
  findings: Findings,
): void {
  findings.error(
    line,
    null,
    `this row has ${cells.length} cells but the header has ${header.cells.length}: put quotation marks around cells that contain a comma`,
  );
}

/** Returns the column's header as written in the file. */
export function nameOf<Column extends string>(
  header: Header<Column>,
  column: Column,
): string | undefined {
  return header.cells[header.at.get(column) ?? -1]?.trim();
}

/** Adds warnings about ignored columns. */
function reportUnused<Column extends string>(
  header: Header<Column> | null,
  findings: Findings,
): void {
  const names = (known: boolean) =>
    [...(header?.unused ?? [])]
      .filter(([, column]) => column.known === known && (column.filled || !known))
      .map(([index]) => quoted(header?.cells[index]?.trim() ?? ""))
      .filter((name) => name !== '""')
      .join(", ");
  const unknown = names(false);
  if (unknown !== "") findings.warning(null, null, `unknown columns, ignored: ${unknown}`);
  const unused = names(true);
  if (unused !== "")
    findings.warning(null, null, `columns that the import does not use, ignored: ${unused}`);
}
