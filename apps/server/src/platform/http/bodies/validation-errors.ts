import { beginning } from "@vetrina/contract/common";
import type { ValidationError } from "@vetrina/contract/errors";
import { ApiFailure } from "../../errors.ts";

/** The maximum number of errors in a response. */
export const maxErrors = 50;
const maxKeyLength = 100;
const maxPathLength = 300;

/** VALIDATION_FAILED with a path for each error. The message names the first error. */
export function validationFailed(errors: readonly ValidationError[], more = 0): ApiFailure {
  const [first] = errors;
  if (first === undefined) return new ApiFailure("VALIDATION_FAILED", "The request is not valid.");
  const others = errors.length - 1 + more;
  const rest = others > 0 ? ` (and ${others} more)` : "";
  return new ApiFailure(
    "VALIDATION_FAILED",
    `${first.path || "body"}: ${first.message}${rest}`,
    errors,
  );
}

/** An error's path as text. Long keys are clipped, because the caller chose them. */
export function pathOf(keys: readonly PropertyKey[]): string {
  const parts = keys.map((key) => clip(String(key), maxKeyLength)).filter(Boolean);
  return clip(parts.join("."), maxPathLength);
}

export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${beginning(text, max - 1)}…`;
}
