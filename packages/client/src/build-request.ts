import { ApiError } from "./api-error.ts";
import type { CallOptions } from "./transport.ts";

/** A call as operations.ts describes it. Input fields named in the path's braces are path parameters. */
export type Operation = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below the base path, such as /orders/{id}. */
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: true;
  /** Whether the body is the input's `file`, a Blob with a media type. */
  readonly upload?: true;
  /** The media type of the file that the call returns. */
  readonly file?: string;
  /** Whether the call creates something or moves money. Such a call is always sent with an Idempotency-Key. */
  readonly idempotent?: true;
};

export type Input = Readonly<Record<string, unknown>>;

/** A request that can be sent more than once, because its body is a text or a file instead of a stream. */
export type RequestPlan = {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Blob | undefined;
  /** Whether the response is a file instead of JSON. */
  isFile: boolean;
  /** Whether the request can safely be repeated: it is a GET, or the call takes an Idempotency-Key. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
};

/** Builds the complete request, except for its token. `base` ends in /api/v1. */
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
    isRepeatable: operation.method === "GET" || operation.idempotent === true,
    signal: options.signal,
  };
}

function fileOf(value: unknown): Blob {
  if (value instanceof Blob) return value;
  throw new TypeError("Send the file as a Blob or a File.");
}

/** Creates the Request, with the token if there is one. */
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
 * Encodes path parameters, repeats lists (?size=S&size=M) and leaves out undefined and null. Throws TypeError if a
 * path parameter is missing, and ApiError NOT_FOUND if its value can't be part of a path ("", "." and "..").
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
  // URL parsers treat "." and ".." as relative paths even if they are encoded, so the call would reach another URL.
  if (segment === "" || segment === "." || segment === "..")
    throw new ApiError({
      url,
      status: 404,
      statusText: "Not Found",
      body: { code: "NOT_FOUND", message: `No resource has the ${name} "${segment}".` },
    });
  return encodeURIComponent(segment);
}

// The value as text, with lone surrogates replaced, because encodeURIComponent throws for them.
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

// A random key. Doesn't use randomUUID, which is missing outside a secure context, such as on plain HTTP.
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
