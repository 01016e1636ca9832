import { type About, lines, noticeLines, refusal } from "../report.ts";
import type { JsonResult } from "./import-json-lines.ts";

/** The result of importing a whole catalogue, as text for the terminal. */
export function jsonLinesReport(result: JsonResult, about: About): string {
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
