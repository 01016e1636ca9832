import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Recorded = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};
export type Answer = { status?: number; json: unknown; headers?: Record<string, string> };
/** Responses by "METHOD /path". null: the connection is closed without a response. */
export type Answers = Record<string, Answer | null | ((request: Recorded) => Answer | null)>;

/** A fake provider: gives the responses that the test sets and records the requests. */
export async function recordedProvider(answers: Answers, type = "application/json") {
  const requests: Recorded[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname: path, searchParams: query } = new URL(
        request.url ?? "/",
        "http://localhost",
      );
      const recorded = {
        method: request.method ?? "",
        path,
        query,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(recorded);
      const found = answers[`${recorded.method} ${path}`];
      const answer =
        typeof found === "function"
          ? found(recorded)
          : (found ?? (found === null ? null : missing));
      if (answer === null) return void request.socket.destroy();
      const { status = 200, json, headers = {} } = answer;
      response.writeHead(status, { "content-type": type, ...headers });
      response.end(JSON.stringify(json));
    });
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

const missing: Answer = {
  status: 404,
  json: { name: "RESOURCE_NOT_FOUND", message: "Not found." },
};

/** PayPal's response to a request for a token. */
export const paypalToken: Answer = {
  json: { access_token: "A21AA-token", token_type: "Bearer", expires_in: 32_400 },
};
