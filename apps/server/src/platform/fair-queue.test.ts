import { expect, test } from "vitest";
import { createFairQueue, QueueFullError } from "./fair-queue.ts";

/** Queues work under names such as "a1", which belongs to group a; `done` lists the finished work in order. */
function desk(max: { waiting: number; waitingOfGroup?: number }) {
  const queue = createFairQueue(max);
  const done: string[] = [];
  const rejected: string[] = [];
  const ask = (name: string, ...more: string[]) =>
    queue
      .run(async () => void done.push(name), {
        turns: [name.slice(0, 1)],
        groups: [name.slice(0, 1), ...more].map((group) => [group]),
      })
      .catch((error: unknown) => {
        if (error instanceof QueueFullError) rejected.push(name);
        else throw error;
      });
  return { queue, done, rejected, ask };
}

test("groups alternate, and failing work does not block others", async () => {
  const { queue, done, ask } = desk({ waiting: 9 });
  const failed = queue.run(() => Promise.reject(new Error("failed")), { turns: ["a"] });
  const all = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => ask(name));
  await expect(failed).rejects.toThrow("failed");
  await Promise.all(all);
  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("work counts in each of its groups", async () => {
  const { done, rejected, ask } = desk({ waiting: 9, waitingOfGroup: 2 });
  await Promise.all([
    ask("a1", "home"),
    ask("a2", "home"),
    ask("b1", "home"),
    ask("c1", "home"),
    ask("c2"),
  ]);
  expect(rejected).toEqual(["c1"]);
  expect(done).toEqual(["a1", "a2", "b1", "c2"]);
});

test("when the queue is full, the longest group gives way to a shorter group, but not to an equal one", async () => {
  const { done, rejected, ask } = desk({ waiting: 4 });
  const names = ["a0", "a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "c1"];
  await Promise.all(names.map((name) => ask(name)));
  expect(rejected.toSorted()).toEqual(["a2", "a3", "a4", "a5", "b3"].toSorted());
  expect(done).toEqual(["a0", "a1", "b1", "c1", "b2"]);
});

test("the names below a name take turns within its turn, and the longest of all lanes gives way", async () => {
  const queue = createFairQueue({ waiting: 6 });
  const done: string[] = [];
  const refused: string[] = [];
  const ask = (name: string) =>
    queue
      .run(async () => void done.push(name), { turns: [name.slice(0, 1), name.slice(0, 2)] })
      .catch(() => refused.push(name));
  const names = ["ax0", "ax1", "ax2", "ax3", "ay1", "ay2", "b1", "az1", "az2"];
  await Promise.all(names.map(ask));
  expect(refused.toSorted()).toEqual(["ax3", "az2"]);
  expect(done).toEqual(["ax0", "ax1", "b1", "ay1", "az1", "ax2", "ay2"]);
});

test("a caller who leaves frees a place in the queue, and one name never uses the whole concurrency", async () => {
  const queue = createFairQueue({ waiting: 9, atOnce: 2, atOnceOfTurn: 1 });
  const [left, open] = [new AbortController(), Promise.withResolvers<void>()];
  const began: string[] = [];
  const ask = (name: string, signal?: AbortSignal) =>
    queue.run(
      () => {
        began.push(name);
        return open.promise;
      },
      { turns: [name.slice(0, 1)], signal },
    );
  const [first, second] = [ask("a1"), ask("a2", left.signal)];
  const third = ask("b1");
  expect(began).toEqual(["a1", "b1"]);
  left.abort();
  await expect(second).rejects.toBeInstanceOf(QueueFullError);
  await expect(ask("a3", left.signal)).rejects.toBeInstanceOf(QueueFullError);
  open.resolve();
  await Promise.all([first, third]);
  expect(began).toEqual(["a1", "b1"]);
});
