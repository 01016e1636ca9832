import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "./store.ts";
import { type Delivery, type ForgedDelivery, type Provider, deliveries } from "./types.ts";

/**
 * How webhooks are delivered. `copies` is the number of times that each webhook is sent. If `hold` is true, webhooks
 * wait until they are released or sent by a control call.
 */
export type DeliveryMode = { copies: number; delayMs: number; hold: boolean };
export const releaseOrders = ["made", "reversed", "shuffled"] as const;
export type ReleaseOrder = (typeof releaseOrders)[number];

/** The delays between the attempts of a delivery. Attempts end with a 2xx response. Real providers wait much longer. */
const retryMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];
const answerLimitMs = 10_000;

export type Deliverer = {
  /** Sends the deliveries that were still waiting when the stand-in was stopped. */
  resume(): void;
  list(): Delivery[];
  mode(change: Partial<DeliveryMode>): DeliveryMode;
  release(order: ReleaseOrder): Promise<void>;
  send(id: string, times: number): Promise<Delivery | undefined>;
  forge(
    id: string,
    how: string,
    isSent: boolean,
  ): Promise<(ForgedDelivery & { status: number | null }) | undefined>;
  drain(): Promise<void>;
  stop(): Promise<void>;
};

export function createDeliverer(
  store: Store,
  provider: Provider,
  clock: () => Date,
  origin: () => string,
  pauses: readonly number[] = retryMs,
): Deliverer {
  const running = new Set<Promise<unknown>>();
  const started = new Set<string>();
  const stopped = new AbortController();
  let mode: DeliveryMode = { copies: 1, delayMs: 0, hold: false };

  const read = (id: string) => store.transact((tx) => tx.get(deliveries, id));
  const all = () => store.transact((tx) => tx.all(deliveries));

  const run = (work: Promise<unknown>) => {
    const done = work.catch(() => undefined).finally(() => running.delete(done));
    running.add(done);
  };

  async function attempt(id: string): Promise<number | null> {
    const delivery = read(id);
    if (delivery === undefined) return null;
    const at = clock();
    const headers = store.transact((tx) => provider.sign(delivery, tx, at, origin()));
    const status = await post(delivery.url, headers, delivery.body, stopped.signal);
    if (stopped.signal.aborted) return null;
    store.transact((tx) => {
      const latest = tx.get(deliveries, id) ?? delivery;
      const isDone = latest.status === "delivered" || isAccepted(status);
      tx.put(deliveries, {
        ...latest,
        headers,
        status: isDone ? "delivered" : latest.status,
        attempts: [...latest.attempts, { at: at.toISOString(), status }],
      });
    });
    return status;
  }

  async function deliver(id: string, delayMs: number): Promise<void> {
    if (delayMs > 0) await wait(delayMs, undefined, { signal: stopped.signal });
    for (const pause of [...pauses, null]) {
      const status = await attempt(id);
      if (isAccepted(status)) return;
      if (pause === null) break;
      await wait(pause, undefined, { signal: stopped.signal });
    }
    // The delivery hasn't failed if another copy of it was accepted.
    if (read(id)?.status !== "delivered") setStatus(id, "failed");
  }

  function setStatus(id: string, status: Delivery["status"]): void {
    store.transact((tx) => {
      const delivery = tx.get(deliveries, id);
      if (delivery !== undefined) tx.put(deliveries, { ...delivery, status });
    });
  }

  function start(id: string): void {
    started.add(id);
    for (let copy = 0; copy < mode.copies; copy += 1) run(deliver(id, mode.delayMs));
  }

  store.onCommit((rows) => {
    for (const [name, { id }] of rows) {
      if (name !== deliveries.name || started.has(id)) continue;
      started.add(id);
      // Sends the delivery after the response to the call that caused it, as providers do.
      setImmediate(() => {
        if (stopped.signal.aborted) return;
        if (mode.hold) setStatus(id, "held");
        else start(id);
      });
    }
  });

  return {
    resume() {
      for (const { id, status } of all()) if (status === "waiting" && !started.has(id)) start(id);
    },
    list: all,
    mode(change) {
      mode = { ...mode, ...change };
      return mode;
    },
    async release(order) {
      const held = all().filter(({ status }) => status === "held");
      // Sends the held deliveries one after another, so that they arrive in the requested order.
      for (const { id } of arranged(held, order)) {
        setStatus(id, "waiting");
        for (let copy = 0; copy < mode.copies; copy += 1) await attempt(id);
        if (read(id)?.status === "waiting") run(deliver(id, retryMs[0] ?? 0));
      }
    },
    async send(id, times) {
      for (let time = 0; time < times; time += 1) await attempt(id);
      return read(id);
    },
    async forge(id, how, isSent) {
      const delivery = read(id);
      if (delivery === undefined) return undefined;
      const forged = store.transact((tx) => provider.forge(delivery, how, tx, origin()));
      const status = isSent
        ? await post(forged.url, forged.headers, forged.body, stopped.signal)
        : null;
      return { ...forged, status };
    },
    async drain() {
      await new Promise(setImmediate);
      while (running.size > 0) await Promise.all(running);
    },
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

/** Sends a delivery and returns the status of the response; null if there was no response. */
async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  stopped: AbortSignal,
): Promise<number | null> {
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(answerLimitMs)]);
    const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

function arranged(list: readonly Delivery[], order: ReleaseOrder): readonly Delivery[] {
  if (order === "made") return list;
  if (order === "reversed") return list.toReversed();
  return list
    .map((delivery) => ({ delivery, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ delivery }) => delivery);
}
