import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

const registry = new Registry();
const requests = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from a request's arrival to the end of its response.",
  labelNames: ["method", "route", "status"] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

const mails = new Counter({
  name: "mails_total",
  help: "Attempts to send an email, by result: sent, dropped, delayed, refused, given up.",
  labelNames: ["outcome"] as const,
  registers: [registry],
});
const queuedMails = new Gauge({
  name: "mails_queued",
  help: "Emails that are waiting, and those of the last 30 days that were not delivered.",
  labelNames: ["state"] as const,
  registers: [registry],
});

const jobs = new Gauge({
  name: "jobs",
  help: "Background jobs by kind and state: waiting, running, failed (given up, kept for 30 days).",
  labelNames: ["kind", "state"] as const,
  registers: [registry],
});
const longestWaits = new Gauge({
  name: "jobs_longest_wait_seconds",
  help: "Seconds since the longest-waiting job of each kind became due.",
  labelNames: ["kind"] as const,
  registers: [registry],
});

const drawings = new Counter({
  name: "documents_drawn_total",
  help: "PDFs requested, by result: drawn, failed (or timed out), refused (too many were waiting).",
  labelNames: ["outcome"] as const,
  registers: [registry],
});

export function countDrawing(outcome: "drawn" | "failed" | "refused"): void {
  drawings.inc({ outcome });
}

export function countMail(outcome: "sent" | "dropped" | "delayed" | "refused" | "given up"): void {
  mails.inc({ outcome });
}

/** The jobs of a kind. `longestWaitSeconds`: how long the oldest waiting job has been due. */
export type JobCounts = {
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  longestWaitSeconds: number;
};
export type QueueCounts = { kinds: JobCounts[]; undeliveredMails: number };

function setQueueCounts({ kinds, undeliveredMails }: QueueCounts): void {
  for (const gauge of [jobs, longestWaits]) gauge.reset();
  let mailsWaiting = 0;
  for (const { kind, waiting, running, failed, longestWaitSeconds } of kinds) {
    for (const [state, count] of Object.entries({ waiting, running, failed }))
      jobs.set({ kind, state }, count);
    longestWaits.set({ kind }, longestWaitSeconds);
    if (/^mail(?:\.|$)/.test(kind)) mailsWaiting += waiting + running;
  }
  queuedMails.set({ state: "waiting" }, mailsWaiting);
  queuedMails.set({ state: "undelivered" }, undeliveredMails);
}

/**
 * Counts a completed request. `route` is the route's pattern, never an address: patterns are few and contain no
 * personal data.
 */
export function countRequest(answered: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}): void {
  const { method, route, status, seconds } = answered;
  requests.observe({ method, route, status: String(status) }, seconds);
}

export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * Serves GET /metrics for Prometheus on a separate port (0: any free one). Rejects if the port is in use. `countQueue`
 * runs at each request, so that all processes report the same numbers. If it returns null, the last counts remain.
 */
export async function startMetricsServer(
  port: number,
  host: string,
  countQueue: () => Promise<QueueCounts | null> = async () => null,
): Promise<MetricsServer> {
  if (registry.getSingleMetric("process_cpu_seconds_total") === undefined)
    collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metricsWith(countQueue).then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function metricsWith(countQueue: () => Promise<QueueCounts | null>): Promise<string> {
  const counts = await countQueue().catch(() => null);
  if (counts !== null) setQueueCounts(counts);
  return registry.metrics();
}
