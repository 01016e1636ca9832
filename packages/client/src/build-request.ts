import { ApiError } from "./api-error.ts";
import type { CallOptions } from "./transport.ts";

/** What operations.ts holds of a call. Input keys in the path's braces are path parameters. */
export type Operation = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base path, e.g. /orders/{id}. */
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: true;
  /** The body is the input's `file`, a Blob of the media type it says itself. */
  readonly upload?: true;
  /** The media type of the file that the call answers with. */
  readonly file?: string;
  /** Creates or moves money: always sent with an Idempotency-Key. */
  readonly idempotent?: true;
};

export type Input = Readonly<Record<string, unknown>>;

/** A request that can be made as often as it has to be sent: the body is text or a file. */
export type RequestPlan = {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Blob | undefined;
  /** The answer is a file, not JSON. */
  isFile: boolean;
  signal: AbortSignal | undefined;
};

/** Everything of a call but its token. `base` ends in /api/v1. */
export function planRequest(
  operation: Operation,
  base: string,
  input: Input,
  options: CallOptions,
  defaults: CallOptions["headers"],
): RequestPlan {
  const body = operation.body ? input["body"] : undefined;
  const file = operation.upload ? fileOf(input["file"]) : undefined;
  const key = options.idempotencyKey ?? (operation.idempotent ? freshKey() : undefined);
  return {
    url: buildUrl(operation, base, input),
    method: operation.method,
    headers: joinHeaders(
      { accept: operation.file ? `${operation.file}, application/json` : "application/json" },
      body === undefined ? {} : { "content-type": "application/json" },
      file === undefined ? {} : { "content-type": file.type },
      defaults ?? {},
      key === undefined ? {} : { "idempotency-key": key },
      options.headers ?? {},
    ),
    body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
    isFile: operation.file !== undefined,
    signal: options.signal,
  };
}

function fileOf(value: unknown): Blob {
  if (value instanceof Blob) return value;
  throw new TypeError("file is missing: send a Blob or a File");
}

/** The request itself, with the token if there is one. */
export function makeRequest(plan: RequestPlan, authorization: string | undefined): Request {
  const headers = new Headers(plan.headers);
  if (authorization !== undefined && !headers.has("authorization"))
    headers.set("authorization", authorization);
  return new Request(plan.url, {
    method: plan.method,
    headers,
    ...(plan.body !== undefined && { body: plan.body }),
    ...(plan.signal && { signal: plan.signal }),
  });
}

/**
 * Path parameters encoded, lists repeated (?size=S&size=M), undefined and null left out. Throws TypeError when a path
 * parameter is missing, and ApiError NOT_FOUND when its value can't stand in a path ("", "." and "..").
 */
export function buildUrl(operation: Operation, base: string, input: Input): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeSegment(name, input[name], base + operation.path),
  );
  const query = new URLSearchParams();
  for (const name of operation.query ?? []) {
    const value = input[name];
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined && one !== null) query.append(name, text(one));
  }
  const search = query.toString();
  return `${base}${path}${search && `?${search}`}`;
}

function encodeSegment(name: string, value: unknown, url: string): string {
  if (value === undefined || value === null) throw new TypeError(`${name} is missing`);
  const segment = text(value);
  // A URL parser takes dots for steps, encoded or not: the call would reach another address.
  if (segment === "" || segment === "." || segment === "..")
    throw new ApiError({
      url,
      status: 404,
      statusText: "Not Found",
      body: { code: "NOT_FOUND", message: `Nothing has the ${name} "${segment}".` },
    });
  return encodeURIComponent(segment);
}

// encodeURIComponent throws on half of a surrogate pair.
function text(value: unknown): string {
  return String(value).replaceAll(/\p{Surrogate}/gu, "\u{FFFD}");
}

function joinHeaders(
  ...parts: readonly Readonly<Record<string, string | undefined>>[]
): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part))
      if (value !== undefined) joined[name.toLowerCase()] = value;
  return joined;
}

// randomUUID is missing on pages served over plain http.
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
