import type { Logger } from "pino";
import type { Services } from "../context.ts";
import { type EventHandlers, sweepOutbox } from "./outbox-sweep.ts";
import { repeat, type Task } from "./repeat.ts";

export type Worker = {
  /** Runs a task now, and again a pause after each run's end; its failures are logged and retried. */
  every(ms: number, name: string, task: Task): void;
  /** Starts nothing new and resolves when the current work is done. */
  stop(): Promise<void>;
};

const sweepMs = 200;

/** Starts publishing the outbox's events. Other processes' workers may run concurrently: each row is claimed by one. */
export function startWorker(services: Services, handlers: EventHandlers, log: Logger): Worker {
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  const every: Worker["every"] = (ms, name, task) => {
    running.push(repeat(ms, name, task, stopping.signal, log));
  };
  every(sweepMs, "outbox", (stopped) => sweepOutbox(services, handlers, log, stopped));
  return {
    every,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
