/** What the client reads of a Response. */
export type Answer = Pick<
  Response,
  "ok" | "status" | "statusText" | "url" | "headers" | "text" | "blob"
>;

/** Carries one request to the API: fetch, or the server's own in-process entrance. Rejects only when there is no answer. */
export type Transport = (request: Request) => Promise<Answer>;

/** What a single call may add. */
export type CallOptions = {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Makes a repeated call safe. Calls that create or move money get a fresh one when none is given. */
  idempotencyKey?: string | undefined;
  /** Added to the client's own headers, e.g. { "X-Order-Key": key }. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
};

/** The runtime's fetch, looked up at each call so that a test or a service worker may replace it. */
export const fetchTransport: Transport = (request) => fetch(request);
