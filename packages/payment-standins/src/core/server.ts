import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createControl } from "./control.ts";
import { createDeliverer } from "./deliveries.ts";
import { type Fault, createFaults } from "./faults.ts";
import { answerId, handleRequest } from "./handle-request.ts";
import { createRequestLog } from "./request-log.ts";
import { createRouter } from "./router.ts";
import { type Entry, openStore } from "./store.ts";
import { runTasks } from "./tasks.ts";
import { type Answer, type ApiRequest, type Provider, Refusal } from "./types.ts";

export type ServerOptions = { port: number; dataFile: string | null; now: () => Date };
export type RunningServer = { origin: string; ledger(): readonly Entry[]; stop(): Promise<void> };

const maxBodyBytes = 2 * 1024 * 1024;

/** Serves one provider on the loopback interface. */
export async function serve(provider: Provider, options: ServerOptions): Promise<RunningServer> {
  let offsetMs = 0;
  const now = () => new Date(options.now().getTime() + offsetMs);
  let origin = "";
  const store = openStore(options.dataFile, now);
  const faults = createFaults();
  const log = createRequestLog();
  const deliverer = createDeliverer(store, provider, now, () => origin);
  const stopping = new AbortController();
  /** Idempotency keys of requests that a "stall" or "stall-before" fault is delaying. */
  const inProgress = new Set<string>();
  const find = createRouter(provider.routes);
  const control = createControl({
    provider,
    store,
    faults,
    log,
    deliverer,
    now,
    origin: () => origin,
    moveClock: (to) => {
      offsetMs = to.getTime() - options.now().getTime();
    },
  });

  async function respond(request: ApiRequest, response: ServerResponse): Promise<void> {
    if (request.path === "/_control" || request.path.startsWith("/_control/")) {
      write(response, await control(request), {});
      return;
    }
    if (request.method === "OPTIONS") {
      write(response, { status: 204, headers: { "access-control-max-age": "600" } });
      return;
    }
    const fault = faults.take(request.method, request.path);
    const at = now().toISOString();
    const record = (status: number | null, account: string | null, replayed: boolean) =>
      log.add(request, { at, account, status, replayed, fault: fault?.kind ?? null });
    const early = fault === undefined ? null : await beforeHandling(fault);
    if (early !== null) {
      record(early === "close" ? null : early.status, null, false);
      if (early === "close") response.destroy();
      else write(response, early);
      return;
    }
    const key = keyOf(request);
    if (key !== null && inProgress.has(key)) {
      const busy = provider.inProgress();
      record(busy.status, null, false);
      write(response, busy);
      return;
    }
    const isKept = fault?.kind === "stall" || fault?.kind === "stall-before";
    if (isKept && key !== null) inProgress.add(key);
    try {
      if (fault?.kind === "stall-before") await pause(fault.seconds);
      const { answer, account, replayed } = answerTo(request);
      const sent = fault === undefined ? answer : await afterHandling(fault, answer);
      record(sent?.status ?? null, account, replayed);
      if (sent === null) response.destroy();
      else write(response, sent);
    } finally {
      if (isKept && key !== null) inProgress.delete(key);
    }
  }

  function answerTo(request: ApiRequest): ReturnType<typeof handleRequest> {
    const found = find(request.method, request.path);
    if (found !== null) return handleRequest(store, provider, request, found, origin);
    const answer = provider.failure(404, `No such path: ${request.method} ${request.path}`);
    return { answer, account: null, replayed: false };
  }

  function keyOf(request: ApiRequest): string | null {
    const sent = provider.idempotency(request, {});
    return sent === null ? null : answerId(request.headers.authorization ?? "", sent.key);
  }

  async function beforeHandling(fault: Fault): Promise<Answer | "close" | null> {
    if (fault.kind === "close") return "close";
    if (fault.kind === "status")
      return provider.failure(fault.status, "A fault was requested for this call.");
    if (fault.kind !== "rate-limit") return null;
    const answer = provider.failure(429, "Too many requests.");
    return { ...answer, headers: { ...answer.headers, "retry-after": String(fault.seconds) } };
  }

  /**
   * Applies a fault after the request has been handled. null means that the connection is closed without a response.
   */
  async function afterHandling(fault: Fault, answer: Answer): Promise<Answer | null> {
    if (fault.kind === "lost") return null;
    if (fault.kind === "timeout") {
      await pause(fault.seconds);
      return null;
    }
    if (fault.kind === "stall") await pause(fault.seconds);
    if (fault.kind === "status-after")
      return provider.failure(fault.status, "A fault was requested for this call.");
    if (fault.kind === "garbage")
      return {
        status: 200,
        text: "<html>upstream",
        headers: { "content-type": "application/json" },
      };
    return answer;
  }

  async function pause(seconds: number): Promise<void> {
    await wait(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  const server = createServer((incoming, response) => {
    // An error of a closed connection must not end the process.
    response.on("error", () => undefined);
    read(incoming)
      .then((request) => respond(request, response))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) console.error(error);
        const answer =
          error instanceof Refusal ? error.answer : provider.failure(500, "The stand-in failed.");
        if (!response.headersSent) write(response, answer);
      });
  });
  // Never closes idle connections. Otherwise, a caller could use a connection at the moment it closes, and get an error
  // that no test requested.
  server.keepAliveTimeout = 0;
  server.listen(options.port, "127.0.0.1");
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve).once("error", reject);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  deliverer.resume();
  const stopTasks = runTasks(store, now, (tx, kind, subject) =>
    provider.runTask(tx, kind, subject, origin),
  );

  return {
    origin,
    ledger: () => store.entries(),
    async stop() {
      stopTasks();
      stopping.abort();
      await deliverer.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      store.close();
    },
  };
}

async function read(incoming: IncomingMessage): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBodyBytes) throw new Refusal({ status: 413, text: "The body is too large." });
    chunks.push(bytes);
  }
  const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
  return {
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    raw: Buffer.concat(chunks),
  };
}

function write(
  response: ServerResponse,
  { status, body, text, headers }: Answer,
  shared: Record<string, string> = openToPages,
): void {
  if (response.destroyed) return;
  const json = body === undefined ? "" : JSON.stringify(body);
  const content = text ?? json;
  response.writeHead(status, {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...shared,
    ...headers,
    ...(status === 204 ? {} : { "content-length": Buffer.byteLength(content) }),
  });
  response.end(status === 204 ? undefined : content);
}

/**
 * CORS headers, because the browser scripts run on the shop's pages, which have another origin. The control API doesn't
 * send them.
 */
const openToPages = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PATCH, DELETE",
  "access-control-allow-headers": "authorization, content-type, idempotency-key, stripe-version",
  "cross-origin-resource-policy": "cross-origin",
};
