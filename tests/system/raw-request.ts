import { Agent, request, type IncomingHttpHeaders } from "node:http";

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a request over loopback with any Host and forwarded headers. Rejects if the response is incomplete. */
export function rawRequest(
  port: number,
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: unknown;
    agent?: Agent;
  } = {},
): Promise<RawAnswer> {
  const { method = "GET", headers = {}, body, agent = new Agent() } = options;
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const sent = request(
    { host: "127.0.0.1", port, path, method, agent, headers: { ...json, ...headers } },
    (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("error", () => reject(new Error("the response ended early")));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    },
  );
  sent.on("error", reject);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
