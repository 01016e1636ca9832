import { type ErrorCode, errorStatus } from "@vetrina/contract/errors";

/** An expected failure: a code of the contract, one sentence that says what to do, and data particular to the code. */
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

/** One field of what was sent is no good; `message` says what to do. */
export function invalidField(path: string, message: string): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", `${path}: ${message}`, [{ path, message }]);
}

/** The same answer for what is not there and for what is another store's. */
export function notFound(what: string): ApiFailure {
  return new ApiFailure("NOT_FOUND", `There is no such ${what}.`);
}
