import { beginning } from "@vetrina/contract/common";

/** Something the file says that cannot be taken; `row` is the line of the file, `column` the header as the file has it. */
export type Fault = { row: number; column: string | null; message: string };

/**
 * Something taken otherwise than the file has it, or left out: nothing to stop for. `rows` are the first of its lines of
 * the file, `count` says how many lines there are.
 */
export type Notice = { column: string | null; message: string; rows: number[]; count: number };

/** Errors that are kept of a file, notices, and rows of a notice: a file can be made to have millions of each. */
export const maxKept = 2000;
/** A file with more errors is not read to its end. */
export const maxErrors = 10_000;
const maxMessageLength = 1000;
const maxColumnLength = 200;

/** Collects everything found wrong or noteworthy in a file; equal notices become one with their rows. */
export type Findings = {
  /** The first errors, at most `maxKept`. */
  readonly faults: readonly Fault[];
  /** How many errors there are, the kept ones and those that were only counted. */
  readonly faultCount: number;
  readonly notices: readonly Notice[];
  /** True where there are so many errors that nothing more needs to be looked at. */
  readonly isFull: boolean;
  fault(row: number, column: string | null, message: string): void;
  notice(row: number | null, column: string | null, message: string): void;
  /** Notes that reading ended here because of too many errors; it is kept as the last error. */
  stopAt(row: number): void;
  /** Joins what was found elsewhere in the same file. */
  join(other: Pick<Findings, "faults" | "faultCount" | "notices">): void;
};

export function createFindings(): Findings {
  const faults: Fault[] = [];
  let faultCount = 0;
  const known = new Map<string, Notice>();
  const notices: Notice[] = [];
  const keep = (fault: Fault) => {
    faultCount += 1;
    if (faults.length < maxKept) faults.push(fault);
  };
  /** Undefined where there are too many notices already. */
  const noticeOf = (column: string | null, message: string) => {
    const key = `${column ?? ""}\0${message}`;
    let notice = known.get(key);
    if (notice === undefined && notices.length < maxKept) {
      notice = { column, message, rows: [], count: 0 };
      known.set(key, notice);
      notices.push(notice);
    }
    return notice;
  };
  return {
    faults,
    notices,
    get faultCount() {
      return faultCount;
    },
    get isFull() {
      return faultCount >= maxErrors;
    },
    fault(row, column, message) {
      keep({
        row,
        column: short(column, maxColumnLength),
        message: short(message, maxMessageLength),
      });
    },
    notice(row, column, message) {
      const notice = noticeOf(short(column, maxColumnLength), short(message, maxMessageLength));
      if (notice !== undefined && row !== null) addRows(notice, [row], 1);
    },
    stopAt(row) {
      faults.length = Math.min(faults.length, maxKept - 1);
      keep({ row, column: null, message: tooMany });
    },
    join(other) {
      for (const fault of other.faults) keep(fault);
      faultCount += other.faultCount - other.faults.length;
      for (const { column, message, rows, count } of other.notices) {
        const notice = noticeOf(column, message);
        if (notice !== undefined) addRows(notice, rows, count);
      }
    },
  };
}

const tooMany = `the file has more than ${maxErrors.toLocaleString("en")} errors: what follows was not read`;

function addRows(notice: Notice, rows: readonly number[], count: number): void {
  const isKnown = rows.length > 0 && notice.rows.at(-1) === rows[0];
  const added = isKnown ? rows.slice(1) : rows;
  notice.rows.push(...added.slice(0, maxKept - notice.rows.length));
  notice.count += isKnown ? count - 1 : count;
}

/** A copy of its own: a slice would keep the text that it is a part of in memory. */
function short<T extends string | null>(text: T, length: number): T {
  if (text === null || text.length <= length) return text;
  return Buffer.from(beginning(text, length)).toString() as T;
}

const longestQuote = 60;

/** A cell's text as a message quotes it: on one line, and short. */
export function quoted(text: string): string {
  const line = beginning(text, 4 * longestQuote).replaceAll(/[\s\p{C}]+/gu, " ");
  return `"${line.length > longestQuote ? `${beginning(line, longestQuote)}…` : line}"`;
}
