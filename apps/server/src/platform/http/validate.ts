import { z } from "zod";
import type { ValidationFault } from "@vetrina/contract/errors";
import { faultText } from "@vetrina/contract/faults";
import { ApiFailure } from "../errors.ts";

/** The parsed value, or VALIDATION_FAILED with a path for each fault. */
export function validate<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  at: string,
): z.output<S> {
  const result = z.safeParse(schema, value, { error: faultText });
  if (result.success) return result.data;
  const faults = result.error.issues.flatMap((issue) => faultsOf(issue, at));
  throw new ApiFailure("VALIDATION_FAILED", summary(faults), faults);
}

const mostFaults = 50;

function faultsOf(issue: z.core.$ZodIssue, at: string): ValidationFault[] {
  const path = [at, ...issue.path.map(String)].filter(Boolean).join(".");
  const { message } = issue;
  if (issue.code !== "unrecognized_keys") return [{ path, message }];
  return issue.keys
    .slice(0, mostFaults)
    .map((key) => ({ path: [path, key].filter(Boolean).join("."), message }));
}

function summary(faults: readonly ValidationFault[]): string {
  const [first] = faults;
  if (first === undefined) return "The request is not valid.";
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return `${first.path || "body"}: ${first.message}${more}`;
}
