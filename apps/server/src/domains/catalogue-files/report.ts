import type { StoreRef } from "../../platform/store-directory.ts";
import type { RowError, Warning } from "./findings.ts";
import type { ImportResult } from "./import-at-once.ts";

/** What a report contains in addition to the findings. */
export type About = {
  file: string;
  store: Pick<StoreRef, "name" | "domain" | "currency" | "locale">;
  seconds: number;
};

const maxRows = 8;

/** The lines of a report that depend on the file's format. */
export type Details = {
  /** Lines with counts, shown below the report's first line. */
  summary: readonly string[];
  /** What the import would change. Printed only after a dry run. */
  changes: readonly string[];
  /** Lines between the changes and the warnings. */
  notes?: readonly string[];
  /** Lines after the warnings. */
  pictures?: readonly string[];
};

/** Returns the result of an import as text for the terminal. */
export function importReport(
  { outcome, errors, errorCount, warnings }: ImportResult,
  about: About,
  { summary, changes, notes = [], pictures = [] }: Details,
): string {
  const { file, store } = about;
  if (outcome === "rejected")
    return lines([
      `${file} cannot be imported into ${store.name}: ${many(errorCount, "error")}. Nothing was changed.`,
      ...errors.map(errorLine),
      ...(errorCount > errors.length
        ? [`  and ${many(errorCount - errors.length, "more error")}`]
        : []),
      ...warningLines(warnings),
    ]);
  const done = outcome === "imported";
  return lines([
    `${file} into ${store.name} (${store.domain})${done ? "" : ": dry run, nothing was changed"}`,
    ...summary,
    ...(done ? [] : changes),
    ...notes,
    ...warningLines(warnings),
    ...pictures,
    ...(done ? [`  done in ${about.seconds.toFixed(1)} s`] : []),
  ]);
}

/** Returns "created 3, updated 0, unchanged 1", or after a dry run "to create 3, to update 0, unchanged 1". */
export function countsLine({ outcome, created, updated, unchanged }: ImportResult): string {
  const done = outcome === "imported";
  return `  ${done ? "created" : "to create"} ${created}, ${done ? "updated" : "to update"} ${updated}, unchanged ${unchanged}`;
}

function lines(list: readonly string[]): string {
  return `${list.join("\n")}\n`;
}

export function many(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function errorLine({ row, column, message }: RowError): string {
  const where = [row > 0 ? `row ${row}` : "", column].filter(Boolean).join(", ");
  return `  ${where === "" ? "" : `${where}: `}${message}`;
}

function warningLines(warnings: readonly Warning[]): string[] {
  if (warnings.length === 0) return [];
  return [
    "  Warnings:",
    ...warnings.map(({ column, message, rows, count }) => {
      const where = [rowList(rows, count), column].filter(Boolean).join(", ");
      return `    ${where === "" ? "" : `${where}: `}${message}`;
    }),
  ];
}

/** Joins consecutive rows, the first of `count`: "rows 2-9, 14 and 20 more". */
function rowList(rows: readonly number[], count: number): string {
  if (rows.length === 0) return "";
  const runs: { from: number; to: number }[] = [];
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && row <= last.to + 1) last.to = row;
    else runs.push({ from: row, to: row });
  }
  const shown = runs.slice(0, maxRows);
  const left = count - shown.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const list = shown.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(", ");
  return `row${count === 1 ? "" : "s"} ${list}${left > 0 ? ` and ${left.toLocaleString("en")} more` : ""}`;
}
