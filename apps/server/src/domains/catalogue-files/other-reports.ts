import type { JsonResult } from "./import-json-lines.ts";
import type { InventoryResult } from "./import-inventory.ts";
import { type About, lines, many, noticeLines, refusal } from "./report.ts";

/** What the import of a whole catalogue has done, for the person at the terminal. */
export function catalogueReport(result: JsonResult, about: About): string {
  const { outcome, faults, notices, made, changed, unchanged } = result;
  if (outcome === "refused") return refusal(faults, notices, about);
  const done = outcome === "imported";
  return lines([
    `${about.file} into ${about.store.name} (${about.store.domain})${done ? "" : ": a dry run, nothing was changed"}`,
    `  ${done ? "created" : "to create"} ${made}, ${done ? "updated" : "to update"} ${changed}, unchanged ${unchanged}`,
    ...noticeLines(notices),
    ...(done ? [`  done in ${about.seconds.toFixed(1)} s`] : []),
  ]);
}

/** What an inventory import has done, for the person at the terminal. */
export function inventoryReport(result: InventoryResult, about: About): string {
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
