import { GatewayRefused, GatewayUnknown } from "./provider.ts";

/** The return type of an SDK call. */
type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** Returns the result of a read. Throws GatewayUnknown for any error, because the payment's state is then unknown. */
export async function known<T>(call: PromiseLike<Result<T>>): Promise<T> {
  const result = await call;
  if (result.ok) return result.value;
  throw unknown(result.error);
}

/**
 * Returns the result of a write. Throws GatewayRefused if Mollie rejected it for good, and GatewayUnknown if the result
 * is unknown.
 */
export async function decided<T>(call: PromiseLike<Result<T>>): Promise<T> {
  const result = await call;
  if (result.ok) return result.value;
  const { error } = result;
  const status = statusOf(error);
  // 409: the key is in use, or was used for a different body.
  const isFinal = status >= 400 && status < 500 && status !== 409 && status !== 429;
  if (!isFinal) throw unknown(error);
  if (status === 401 || status === 403)
    throw new GatewayRefused(
      "AUTHENTICATION_FAILURE",
      "The store's connection to Mollie isn't working. Try again later.",
    );
  const { title, detail } = error as { title?: unknown; detail?: unknown };
  throw new GatewayRefused(
    textOf(title, "REFUSED").toUpperCase().replaceAll(" ", "_"),
    textOf(detail, "Mollie rejected the request."),
  );
}

/** The status of a response; 0 if there was none. */
export function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return 0;
  return typeof error.statusCode === "number" ? error.statusCode : 0;
}

/** Returns an error whose message includes only parts that can't contain a key or personal data. */
export function unknown(error: unknown): GatewayUnknown {
  const reason = statusOf(error) || (error instanceof Error ? error.name : "error");
  return new GatewayUnknown(`Mollie returned no usable response (${reason})`);
}

function textOf(value: unknown, missing: string): string {
  return typeof value === "string" && value !== "" ? value : missing;
}
