import type { Answer } from "./transport.ts";

/** The facts about the response that every error contains. */
export type AnswerFacts = { url: string; status: number; statusText: string; body: unknown };

/**
 * A response that isn't in the API's format, such as a proxy's error page: an error without a JSON object as its body,
 * or a success whose body isn't JSON.
 */
export class HttpError extends Error {
  override readonly name: string = "HttpError";
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** The parsed body, or its text if it isn't JSON. */
  readonly body: unknown;

  constructor(answer: AnswerFacts, message = `${answer.status} ${answer.statusText}`.trim()) {
    super(message);
    this.url = answer.url;
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.body = answer.body;
  }
}

/**
 * An error returned by the API. Distinguish errors by `code`, not by instanceof: a bundle may contain its own copy of
 * the class.
 */
export class ApiError extends HttpError {
  override readonly name: string = "ApiError";
  /** Such as OUT_OF_STOCK; UNKNOWN_ERROR if the body has no code. */
  readonly code: string;
  readonly statusCode: number;
  /** Details specific to the code; null if there are none. */
  readonly details: unknown;
  /** Identifies the request in the server's log; null if the body has none. */
  readonly traceId: string | null;

  constructor(answer: AnswerFacts & { body: Record<string, unknown> }) {
    const { code, message, statusCode, details, traceId } = answer.body;
    super(answer, textOr(message, "An unknown error occurred"));
    this.code = textOr(code, "UNKNOWN_ERROR");
    this.statusCode = typeof statusCode === "number" ? statusCode : answer.status;
    this.details = details ?? null;
    this.traceId = typeof traceId === "string" ? traceId : null;
  }
}

/** Whether an error is an ApiError, from any copy of this client. If a code is given, the error must have it. */
export function isApiError(error: unknown, code?: string): error is ApiError {
  if (!(error instanceof Error) || error.name !== "ApiError" || !("code" in error)) return false;
  return typeof error.code === "string" && (code === undefined || error.code === code);
}

/** Returns an ApiError if the body is an object, else an HttpError. */
export function errorOf(answer: AnswerFacts): HttpError {
  const { body } = answer;
  return isRecord(body) ? new ApiError({ ...answer, body }) : new HttpError(answer);
}

/** Returns the response's JSON, or undefined if the body is empty. Throws ApiError or HttpError. */
export async function readAnswer(response: Answer, url: string): Promise<unknown> {
  const text = await response.text();
  let body: unknown;
  let readable = true;
  try {
    body = text === "" ? undefined : JSON.parse(text);
  } catch {
    body = text;
    readable = false;
  }
  if (response.ok && readable) return body;
  const { status, statusText } = response;
  throw errorOf({ url: response.url || url, status, statusText, body });
}

/** Returns the response as a file, with the file name that the server has sent. */
export async function readFile(response: Answer): Promise<File> {
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = fileNameOf(disposition);
  const type = response.headers.get("content-type") ?? "";
  return new File([await response.blob()], name, { type });
}

/**
 * The file name in a Content-Disposition header. `filename*` (RFC 6266) takes precedence, because it may contain
 * non-ASCII letters.
 */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1] ?? "";
  try {
    if (encoded !== "") return decodeURIComponent(encoded);
  } catch {
    // The encoding is invalid, so the header isn't from our server. The plain name is used instead.
  }
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? "download";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}
