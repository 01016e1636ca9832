import type { Logger } from "pino";
import type { Services } from "../context.ts";
import { type EventHandlers, sweepOutbox } from "./outbox-sweep.ts";
import { repeat, type Task } from "./repeat.ts";

export type Worker = {
  /** Runs a task at once and then so many milliseconds after each run's end; its failures are logged and tried again. */
  every(ms: number, name: string, task: Task): void;
  /** Takes up nothing new and resolves when the work in hand is done. */
  stop(): Promise<void>;
};

const sweepMs = 200;

/** Starts telling what the outbox holds, beside every other process's worker: no row is taken by two at a time. */
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
