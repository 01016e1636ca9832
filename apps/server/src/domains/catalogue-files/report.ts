import type { StoreRef } from "../../platform/store-directory.ts";
import type { RowError, Notice } from "./findings.ts";

/** What a report names besides the findings. */
export type About = {
  file: string;
  store: Pick<StoreRef, "name" | "domain" | "currency" | "locale">;
  seconds: number;
};

const maxRows = 8;

/** The report of a rejected file. */
export function refusal(
  faults: readonly RowError[],
  notices: readonly Notice[],
  about: About,
): string {
  return lines([
    `${about.file} cannot be imported into ${about.store.name}: ${many(faults.length, "error")}. Nothing was changed.`,
    ...faults.map(errorLine),
    ...noticeLines(notices),
  ]);
}

export function lines(list: readonly string[]): string {
  return `${list.join("\n")}\n`;
}

export function many(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function errorLine({ row, column, message }: RowError): string {
  return `  row ${row}${column === null ? "" : `, ${column}`}: ${message}`;
}

export function noticeLines(notices: readonly Notice[]): string[] {
  if (notices.length === 0) return [];
  return [
    "  Notices:",
    ...notices.map(({ column, message, rows }) => {
      const where = [rowList(rows), column].filter(Boolean).join(", ");
      return `    ${where === "" ? "" : `${where}: `}${message}`;
    }),
  ];
}

/** "rows 2-9, 14 and 20 more": consecutive rows are joined. */
function rowList(rows: readonly number[]): string {
  if (rows.length === 0) return "";
  const runs: { from: number; to: number }[] = [];
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && row <= last.to + 1) last.to = row;
    else runs.push({ from: row, to: row });
  }
  const shown = runs
    .slice(0, maxRows)
    .map(({ from, to }) => (from === to ? from : `${from}-${to}`));
  const left = runs.slice(maxRows).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `row${rows.length === 1 ? "" : "s"} ${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}
