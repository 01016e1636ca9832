import type { ValidationFault } from "@vetrina/contract/errors";
import { ApiFailure } from "../errors.ts";

const mostFaults = 50;
const yearZero = /^0000-\d{2}-\d{2}(?:T|$)/;

/**
 * Refuses what no row can hold, wherever it stands: U+0000, halves of a surrogate pair, dates in the year 0. Throws
 * VALIDATION_FAILED with a path for each. Without recursion: a body may be nested as deep as it is long.
 */
export function refuseUnstorableText(input: unknown): void {
  const faults: ValidationFault[] = [];
  const open: { path: string; value: unknown }[] = [{ path: "", value: input }];
  for (let at = open.pop(); at !== undefined && faults.length < mostFaults; at = open.pop()) {
    const { path, value } = at;
    if (typeof value === "string") {
      const message = faultOf(value);
      if (message !== null) faults.push({ path, message });
    } else if (typeof value === "object" && value !== null)
      for (const [key, child] of Object.entries(value)) {
        const message = faultOf(key);
        if (message !== null) faults.push({ path, message });
        else open.push({ path: path === "" ? key : `${path}.${key}`, value: child });
      }
  }
  const [first] = faults;
  if (first === undefined) return;
  throw new ApiFailure("VALIDATION_FAILED", `${first.path || "body"}: ${first.message}`, faults);
}

function faultOf(text: string): string | null {
  if (text.includes("\0") || !text.isWellFormed())
    return "This text holds characters that cannot be stored.";
  return yearZero.test(text) ? "There is no year 0." : null;
}
