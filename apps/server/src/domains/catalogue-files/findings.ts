import { beginning } from "@vetrina/contract/common";

/**
 * An error in a row of the file. `row` is the line number, or 0 if the error has no line. `column` is the header of a
 * CSV file's column, or the field of a line of JSON.
 */
export type RowError = { row: number; column: string | null; message: string };

/**
 * Something that the import ignores or reads differently from how it is written. It does not stop the import. `rows`
 * are the first affected lines of the file, and `count` is the number of all affected lines.
 */
export type Warning = { column: string | null; message: string; rows: number[]; count: number };

/**
 * Maximum number of errors, warnings, and rows per warning stored for a file, because a crafted file may have millions
 * of each.
 */
export const maxStored = 2000;
/** Reading stops at this number of errors. */
export const maxErrors = 10_000;
const maxMessageLength = 1000;
const maxColumnLength = 200;

/** Collects a file's errors and warnings. Equal warnings are merged into one. */
export type Findings = {
  /** The first errors, at most `maxStored`. */
  readonly errors: readonly RowError[];
  /** The total number of errors, including those that are counted but not stored. */
  readonly errorCount: number;
  readonly warnings: readonly Warning[];
  /** True if there are too many errors to continue reading. */
  readonly isFull: boolean;
  error(row: number, column: string | null, message: string): void;
  warning(row: number | null, column: string | null, message: string): void;
  /** Adds a final error that says that reading stopped at this row because of too many errors. */
  stopAt(row: number): void;
  /** Adds the findings from another part of the same file. */
  join(other: Pick<Findings, "errors" | "errorCount" | "warnings">): void;
};

export function createFindings(): Findings {
  const errors: RowError[] = [];
  let errorCount = 0;
  const known = new Map<string, Warning>();
  const warnings: Warning[] = [];
  const add = (error: RowError) => {
    errorCount += 1;
    if (errors.length < maxStored) errors.push(error);
  };
  /** Returns undefined for a new warning if there are already too many. */
  const warningOf = (column: string | null, message: string) => {
    const key = `${column ?? ""}\0${message}`;
    let warning = known.get(key);
    if (warning === undefined && warnings.length < maxStored) {
      warning = { column, message, rows: [], count: 0 };
      known.set(key, warning);
      warnings.push(warning);
    }
    return warning;
  };
  return {
    errors,
    warnings,
    get errorCount() {
      return errorCount;
    },
    get isFull() {
      return errorCount >= maxErrors;
    },
    error(row, column, message) {
      add({
        row,
        column: short(column, maxColumnLength),
        message: short(message, maxMessageLength),
      });
    },
    warning(row, column, message) {
      const warning = warningOf(short(column, maxColumnLength), short(message, maxMessageLength));
      if (warning !== undefined && row !== null) addRows(warning, [row], 1);
    },
    stopAt(row) {
      errors.length = Math.min(errors.length, maxStored - 1);
      add({ row, column: null, message: tooMany });
    },
    join(other) {
      for (const error of other.errors) add(error);
      errorCount += other.errorCount - other.errors.length;
      for (const { column, message, rows, count } of other.warnings) {
        const warning = warningOf(column, message);
        if (warning !== undefined) addRows(warning, rows, count);
      }
    },
  };
}

const tooMany = `the file has at least ${maxErrors.toLocaleString("en")} errors, so the rest was not checked: correct these first`;

function addRows(warning: Warning, rows: readonly number[], count: number): void {
  const isKnown = rows.length > 0 && warning.rows.at(-1) === rows[0];
  const added = isKnown ? rows.slice(1) : rows;
  warning.rows.push(...added.slice(0, maxStored - warning.rows.length));
  warning.count += isKnown ? count - 1 : count;
}

/** Returns the beginning of a text that is too long. Copies it, because a slice would keep the whole text in memory. */
function short<T extends string | null>(text: T, length: number): T {
  if (text === null || text.length <= length) return text;
  return Buffer.from(beginning(text, length)).toString() as T;
}

const longestQuote = 60;

/** Quotes the text of a cell in a message, shortened and on one line. */
export function quoted(text: string): string {
  const line = beginning(text, 4 * longestQuote).replaceAll(/[\s\p{C}]+/gu, " ");
  return `"${line.length > longestQuote ? `${beginning(line, longestQuote)}…` : line}"`;
}
