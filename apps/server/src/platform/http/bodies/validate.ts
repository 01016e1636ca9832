import { z } from "zod";
import type { ValidationError } from "@vetrina/contract/errors";
import { errorText } from "@vetrina/contract/error-text";
import { maxErrors, pathOf, validationFailed } from "./validation-errors.ts";

/** Returns the parsed value. Throws VALIDATION_FAILED with a path for each error. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: errorText });
  if (result.success) return result.data;
  const { issues } = result.error;
  const errors = issues.slice(0, maxErrors).flatMap(errorsOf);
  throw validationFailed(errors.slice(0, maxErrors), Math.max(0, issues.length - maxErrors));
}

function errorsOf(issue: z.core.$ZodIssue): ValidationError[] {
  const { path, message } = issue;
  if (issue.code !== "unrecognized_keys") return [{ path: pathOf(path), message }];
  return issue.keys.slice(0, maxErrors).map((key) => ({ path: pathOf([...path, key]), message }));
}
