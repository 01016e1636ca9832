import { type ErrorCode, errorStatus } from "@vetrina/contract/errors";

/** An expected failure: a code of the contract, a message for the caller, and data specific to the code. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details: unknown = null) {
    super(message);
    this.code = code;
    this.statusCode = errorStatus[code];
    this.details = details;
  }
}

/** An error for one invalid field of the input; `message` says what to do. */
export function invalidField(path: string, message: string): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", `${path}: ${message}`, [{ path, message }]);
}

/** The same error for missing resources and for those of another store. */
export function notFound(what: string): ApiFailure {
  return new ApiFailure("NOT_FOUND", `There is no such ${what}.`);
}
