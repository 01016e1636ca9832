import { beginning } from "@vetrina/contract/common";
/** Something the file says that cannot be taken; `row` is the line of the file, `column` the header as the file has it. */
export type Fault = { row: number; column: string | null; message: string };

/** Something taken otherwise than the file has it, or left out: nothing to stop for. `rows` are lines of the file. */
export type Notice = { column: string | null; message: string; rows: number[] };

/** Collects everything found wrong or noteworthy in a file; equal notices become one with all their rows. */
export type Findings = {
  readonly faults: Fault[];
  readonly notices: Notice[];
  fault(row: number, column: string | null, message: string): void;
  notice(row: number | null, column: string | null, message: string): void;
};

export function createFindings(): Findings {
  const faults: Fault[] = [];
  const notices = new Map<string, Notice>();
  const known: Notice[] = [];
  return {
    faults,
    notices: known,
    fault(row, column, message) {
      faults.push({ row, column, message });
    },
    notice(row, column, message) {
      const key = `${column ?? ""}\0${message}`;
      let notice = notices.get(key);
      if (notice === undefined) {
        notice = { column, message, rows: [] };
        notices.set(key, notice);
        known.push(notice);
      }
      if (row !== null && notice.rows.at(-1) !== row) notice.rows.push(row);
    },
  };
}

/** Joins what was found elsewhere in the same file. */
export function addFindings(into: Findings, { faults, notices }: Findings): void {
  into.faults.push(...faults);
  for (const { rows, column, message } of notices)
    for (const row of rows.length === 0 ? [null] : rows) into.notice(row, column, message);
}

const longestQuote = 60;

/** A cell's text as a message quotes it: on one line, and short. */
export function quoted(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, " ");
  return `"${line.length > longestQuote ? `${beginning(line, longestQuote)}…` : line}"`;
}
