import { type About, lines, many, noticeLines, refusal } from "../report.ts";
import type { InventoryResult } from "./import-inventory-csv.ts";

/** The result of an inventory import, as text for the terminal. */
export function inventoryCsvReport(result: InventoryResult, about: About): string {
  const { outcome, rows, faults, notices, changes } = result;
  if (outcome === "refused") return refusal(faults, notices, about);
  const done = outcome === "imported";
  return lines([
    `${about.file} into ${about.store.name} (${about.store.domain})${done ? "" : ": a dry run, nothing was changed"}`,
    `  ${many(rows, "row")}, ${many(changes.length, "level")} ${done ? "set" : "to set"}`,
    ...(done
      ? []
      : changes.map(
          ({ row, label, location, from, to }) =>
            `  ~ ${label} at ${location} (row ${row}): ${from} -> ${to}`,
        )),
    ...noticeLines(notices),
    ...(done ? [`  done in ${about.seconds.toFixed(1)} s`] : []),
  ]);
}
