import type { ApiErrorBody, ErrorCode, ValidationError } from "@vetrina/contract/errors";
import type { ApiFailure } from "../../errors.ts";
import { clip, maxErrors } from "../bodies/validation-errors.ts";

/** The maximum size of an error's JSON. For a small request, the limit is the request's size plus a few sentences. */
const maxErrorBytes = 16 * 1024;
const sentencesBytes = 4 * 1024;
const maxMessageLength = 500;

/** Codes without this limit. Their details are our own data, such as a quote, and callers need them in full. */
const facts: ReadonlySet<ErrorCode> = new Set(["TOTAL_CHANGED", "OUT_OF_STOCK", "EDIT_CONFLICT"]);

/**
 * An error's body. If it would be too large, leaves out the last validation errors or, for other codes, all details.
 */
export function errorJson(failure: ApiFailure, traceId: string, requestBytes: number): string {
  const { code, message, statusCode } = failure;
  const details = (failure.details ?? null) as unknown;
  const body = { code, message: clip(message, maxMessageLength), statusCode, details, traceId };
  if (facts.has(code)) return JSON.stringify(body satisfies ApiErrorBody);
  const max = Math.min(maxErrorBytes, sentencesBytes + requestBytes);
  if (Array.isArray(details)) return listed({ ...body, details: details.slice(0, maxErrors) }, max);
  const json = JSON.stringify(body);
  return Buffer.byteLength(json) <= max ? json : JSON.stringify({ ...body, details: null });
}

function listed(body: ApiErrorBody & { details: unknown[] }, max: number): string {
  let left = max - Buffer.byteLength(JSON.stringify({ ...body, details: [] }));
  const fitting = body.details.map(clipped).filter((error) => {
    left -= Buffer.byteLength(JSON.stringify(error)) + 1;
    return left >= 0;
  });
  return JSON.stringify({ ...body, details: fitting });
}

function clipped(error: unknown): unknown {
  const { path, message } = error as Partial<ValidationError>;
  if (typeof path !== "string" || typeof message !== "string") return error;
  return { path: clip(path, maxMessageLength), message: clip(message, maxMessageLength) };
}
