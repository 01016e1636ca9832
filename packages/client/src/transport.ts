/** The part of a Response that the client reads. */
export type Answer = Pick<
  Response,
  "ok" | "status" | "statusText" | "url" | "headers" | "text" | "blob"
>;

/**
 * Sends one request to the API, with fetch or the server's in-process entry point. Resolves with any response,
 * whatever its status, and rejects only if there is none.
 */
export type Transport = (request: Request) => Promise<Answer>;

/** Options of a single call. */
export type CallOptions = {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * The Idempotency-Key, which makes it safe to repeat the call. Calls that create something or move money get a new
   * key if none is given.
   */
  idempotencyKey?: string | undefined;
  /** Headers in addition to the client's own, e.g. { "X-Order-Key": key }. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
};

/** The runtime's fetch. It is looked up at each call, so that a test or a service worker can replace it. */
export const fetchTransport: Transport = (request) => fetch(request);
