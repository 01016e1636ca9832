import type { ApiRequest } from "./types.ts";

export type LoggedRequest = {
  at: string;
  method: string;
  path: string;
  query: string;
  account: string | null;
  headers: Record<string, string>;
  body: string;
  /** The response's status; null if the connection was closed without a response. */
  status: number | null;
  /** Whether the request repeated an idempotency key and got the stored response. */
  replayed: boolean;
  fault: string | null;
};

const kept = 10_000;
const keptBody = 20_000;
const keptHeaders = [
  "content-type",
  "idempotency-key",
  "paypal-request-id",
  "paypal-mock-response",
  "prefer",
  "stripe-version",
  "stripe-account",
  "user-agent",
];

export type RequestLog = {
  add(
    request: ApiRequest,
    rest: Pick<LoggedRequest, "at" | "account" | "status" | "replayed" | "fault">,
  ): void;
  list(path: string | null): readonly LoggedRequest[];
  clear(): void;
};

/** Records the latest requests to the API, without their credentials. */
export function createRequestLog(): RequestLog {
  let requests: LoggedRequest[] = [];

  return {
    add({ method, path, query, headers, raw }, rest) {
      const found = keptHeaders.flatMap((name) => {
        const value = headers[name];
        return typeof value === "string" ? [[name, value] as const] : [];
      });
      const body = raw.subarray(0, keptBody).toString("utf8");
      requests.push({
        method,
        path,
        query: query.toString(),
        headers: Object.fromEntries(found),
        body,
        ...rest,
      });
      // The list isn't shortened at every request, because copying it would cost more than handling the request.
      if (requests.length > 2 * kept) requests = requests.slice(-kept);
    },
    list: (path) =>
      requests.slice(-kept).filter((each) => path === null || each.path.startsWith(path)),
    clear() {
      requests = [];
    },
  };
}
