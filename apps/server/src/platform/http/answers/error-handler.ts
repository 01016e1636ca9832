import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "@vetrina/contract/errors";
import { ApiFailure } from "../../errors.ts";
import { busy } from "../../database/connection-shares.ts";
import { grantedStore } from "../cors.ts";
import { isLockTimeout, isUnavailable } from "../../unavailable.ts";
import { errorJson } from "./error-json.ts";
import { isLoggedNow } from "./once-a-minute.ts";
import { endsConnection } from "../bodies/unread-body.ts";

/** Sends an error as JSON. Unexpected errors become a 500 with a trace id and no details. */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asFailure(error);
  logFailure(request, error, failure.code);
  if (endsConnection(request.raw)) reply.header("connection", "close");
  const wait = secondsToWait(failure);
  if (wait !== null) reply.header("retry-after", wait);
  return reply
    .code(failure.statusCode)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(errorJson(failure, request.id, sizeOf(request)));
}

/** Errors that are already logged. Several requests may share one, as concurrent health checks do. */
const logged = new WeakSet<Error>();

/**
 * Logs the server's own failures, each once. SERVER_BUSY gets only a short line, because callers can cause it many
 * times, and PROVIDER_ERROR one a minute for each store and message.
 */
function logFailure(request: FastifyRequest, error: Error, code: ErrorCode): void {
  if (logged.has(error)) return;
  logged.add(error);
  const traceId = request.id;
  const reason = error.message;
  if (code === "SERVER_BUSY") request.log.warn({ traceId, reason }, code);
  else if (code === "PROVIDER_ERROR") {
    const storeId = grantedStore(request)?.id;
    if (isLoggedNow(`${storeId} ${reason}`)) request.log.error({ traceId, storeId, reason }, code);
  } else if (asFailure(error).statusCode >= 500) request.log.error({ err: error, traceId }, code);
}

function sizeOf({ url, headers }: FastifyRequest): number {
  return url.length + (Number(headers["content-length"]) || 0);
}

/** How long a client has to read the answer before a connection that can't be reused is closed. */
const graceMs = 1000;

/** Answers a request that doesn't reach Fastify, so there is no reply object. Writes the error to the socket. */
export function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const traceId = randomUUID();
  const [code, message] = byNodeCode[error.code ?? ""] ?? [
    "VALIDATION_FAILED",
    "This is not a valid HTTP request. Send it again.",
  ];
  const failure = new ApiFailure(code, message);
  const body = errorJson(failure, traceId, 0);
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
    // If the client is still sending, closing at once would reset the connection, and the answer could be lost.
    () => setTimeout(() => socket.destroy(), graceMs).unref(),
  );
}

const defaultWaitSeconds: Readonly<Record<number, number>> = { 429: 60, 503: 2 };

/** The seconds to wait before a retry; null if retrying does not help. */
function secondsToWait({ statusCode, details }: ApiFailure): number | null {
  const usual = defaultWaitSeconds[statusCode] ?? null;
  const known = details as { retryAfterSeconds?: number | null } | null | undefined;
  return usual === null || known?.retryAfterSeconds === undefined ? usual : known.retryAfterSeconds;
}

const byNodeCode: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ["PAYLOAD_TOO_LARGE", "The URL and the headers are too long. Shorten them."],
  ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "The request was too slow. Send it again."],
};

const byFastifyCode: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["UNSUPPORTED_MEDIA_TYPE", "Send application/json."],
  FST_ERR_BAD_URL: ["VALIDATION_FAILED", "The URL is not valid. Correct it."],
};

export function asFailure(error: Error & { code?: string; statusCode?: number }): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const known = byFastifyCode[error.code ?? ""];
  if (known !== undefined) return new ApiFailure(...known);
  if (isLockTimeout(error)) return busy();
  if (isUnavailable(error))
    return new ApiFailure(
      "DATABASE_UNAVAILABLE",
      "The store isn't available right now. Try again in a moment.",
    );
  return new ApiFailure(
    "INTERNAL_ERROR",
    "Something went wrong on our side. If it happens again, send us the trace id.",
  );
}

export function methodNotAllowed(allowed: readonly string[]): ApiFailure {
  return new ApiFailure("METHOD_NOT_ALLOWED", `Use ${allowed.join(" or ")} here.`, { allowed });
}
