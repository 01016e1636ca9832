import { randomUUID } from "node:crypto";
import { type Store, type Transaction, table } from "./store.ts";
import { Refusal } from "./types.ts";

/** An action that a provider takes later and without a call, such as completing a refund or recording a fee. */
export type Task = { id: string; dueAt: string; kind: string; subject: string; isDone: boolean };

const tasks = table<Task>("tasks");
const checkMs = 100;

export function doLater(tx: Transaction, seconds: number, kind: string, subject: string): void {
  const dueAt = new Date(tx.now.getTime() + seconds * 1000).toISOString();
  tx.put(tasks, { id: randomUUID(), dueAt, kind, subject, isDone: false });
}

/** Runs tasks when they are due by the stand-in's clock, including those postponed before a restart. */
export function runTasks(
  store: Store,
  now: () => Date,
  work: (tx: Transaction, kind: string, subject: string) => void,
): () => void {
  const waiting = new Map<string, Task>();
  const keep = (task: Task) => (task.isDone ? waiting.delete(task.id) : waiting.set(task.id, task));
  for (const task of store.transact((tx) => tx.all(tasks))) keep(task);
  store.onCommit((rows) => {
    for (const [name, row] of rows) if (name === tasks.name) keep(row as Task);
  });
  const run = (task: Task) => {
    waiting.delete(task.id);
    try {
      store.transact((tx) => {
        tx.put(tasks, { ...task, isDone: true });
        work(tx, task.kind, task.subject);
      });
    } catch (error) {
      // A Refusal means that a reset deleted the task's object, or that the object already reached its final state.
      if (!(error instanceof Refusal)) throw error;
    }
  };
  const timer = setInterval(() => {
    for (const task of waiting.values()) if (new Date(task.dueAt) <= now()) run(task);
  }, checkMs);
  timer.unref();
  return () => clearInterval(timer);
}
