import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { ApiErrorBody, ErrorCode } from "@vetrina/contract/errors";
import { ApiFailure, notFound } from "../errors.ts";
import { isUnavailable } from "../unavailable.ts";

/** Every error leaves through here: expected ones as they are, all else as a 500 with a trace id and no detail. */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asFailure(error);
  if (failure.statusCode >= 500)
    request.log.error({ err: error, traceId: request.id }, failure.code);
  const wait = secondsToWait(failure);
  if (wait !== null) reply.header("retry-after", wait);
  return reply
    .code(failure.statusCode)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(failure, request.id)));
}

/** What Node could not read as a request at all: no reply exists yet, so the answer is written to the socket. */
export function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const traceId = randomUUID();
  const failure =
    error.code === "HPE_HEADER_OVERFLOW"
      ? new ApiFailure("PAYLOAD_TOO_LARGE", "The address and its headers are too long: shorten it.")
      : new ApiFailure("VALIDATION_FAILED", "This is not a whole request of HTTP: send it again.");
  const body = JSON.stringify(errorBody(failure, traceId));
  socket.end(
    [
      `HTTP/1.1 ${failure.statusCode} ${STATUS_CODES[failure.statusCode] ?? ""}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "cache-control: no-store",
      `x-trace-id: ${traceId}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

const defaultWaitSeconds: Readonly<Record<number, number>> = { 429: 60, 503: 2 };

/** Null where waiting does not help. */
function secondsToWait({ statusCode, details }: ApiFailure): number | null {
  const usual = defaultWaitSeconds[statusCode] ?? null;
  const known = details as { retryAfterSeconds?: number | null } | null | undefined;
  return usual === null || known?.retryAfterSeconds === undefined ? usual : known.retryAfterSeconds;
}

export function errorBody(failure: ApiFailure, traceId: string): ApiErrorBody {
  const { code, message, statusCode, details } = failure;
  return { code, message, statusCode, details: details ?? null, traceId };
}

const byFastifyCode: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["PAYLOAD_TOO_LARGE", "The body is too large."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["UNSUPPORTED_MEDIA_TYPE", "Send application/json."],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["INVALID_JSON", "The body is empty; send JSON."],
  FST_ERR_CTP_INVALID_JSON_BODY: ["INVALID_JSON", "The body is not valid JSON."],
  FST_ERR_BAD_URL: ["VALIDATION_FAILED", "The address is not well-formed."],
};

export function asFailure(error: Error & { code?: string; statusCode?: number }): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const known = byFastifyCode[error.code ?? ""];
  if (known !== undefined) return new ApiFailure(...known);
  if (error.statusCode === 400)
    return new ApiFailure("INVALID_JSON", "The body is not valid JSON.");
  // A folder, a name that no file can have, or another version than If-Match names.
  if (error.statusCode === 403 || error.statusCode === 404) return notFound("file");
  if (error.statusCode === 412)
    return new ApiFailure("EDIT_CONFLICT", "This file is another version than you name.");
  if (isUnavailable(error))
    return new ApiFailure(
      "DATABASE_UNAVAILABLE",
      "The shop is not available for a moment. Try again shortly.",
    );
  return new ApiFailure(
    "INTERNAL_ERROR",
    "Something went wrong on our side. The trace id helps us to find it.",
  );
}

export function methodNotAllowed(allowed: readonly string[]): ApiFailure {
  return new ApiFailure("METHOD_NOT_ALLOWED", `Use ${allowed.join(" or ")} here.`, { allowed });
}
