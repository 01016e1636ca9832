import type { ImportResult } from "../import-at-once.ts";
import { type Details, many } from "../report.ts";
import type { PlannedLevel } from "./plan-levels.ts";

/** Returns the part of an import's report about stock levels. */
export function levelDetails({ outcome, rows, planned }: ImportResult<PlannedLevel>): Details {
  const set = outcome === "imported" ? "set" : "to set";
  return {
    summary: [`  ${many(rows, "row")}, ${many(planned.length, "level")} ${set}`],
    changes: planned.map(
      ({ row, label, location, from, to }) =>
        `  ~ ${label} at ${location} (row ${row}): ${from} -> ${to}`,
    ),
  };
}
