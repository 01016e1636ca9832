// @module-tag slow

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { waitLimit } from "#tests/wait-limit.ts";
import { QueueFullError } from "./fair-queue.ts";
import type { Job } from "./work-thread.fixture.ts";
import { createWorkProcess, createWorkThread, ThreadTimeoutError } from "./work-thread.ts";

const threadOf = (
  over: {
    limitMs?: number;
    maxCpuMs?: number;
    maxWaiting?: number;
    maxWaitingOfGroup?: number;
  } = {},
) =>
  createWorkThread<Job, string>({
    file: new URL("./work-thread.fixture.ts", import.meta.url),
    limitMs: 60_000,
    maxMemoryMb: 32,
    maxWaiting: 10,
    ...over,
  });
const answer = (name: string): Job => ({ what: "answer", name });

test("a job that fails, or ends its thread in any way, does not affect the next ones", async () => {
  const thread = threadOf();
  const jobs = ["fail", "exit", "grow"] as const;
  const ends = jobs.flatMap((what) => [thread.run({ what, name: what }), thread.run(answer(what))]);
  const outcomes = await Promise.allSettled(ends);
  expect(
    outcomes.map((end) => (end.status === "fulfilled" ? end.value : String(end.reason))),
  ).toEqual([
    "Error: Error: fail failed",
    "fail",
    "Error: the thread has ended",
    "exit",
    expect.stringContaining("memory"),
    "grow",
  ]);
});

test("a job that does not end is terminated at its limit", async () => {
  const thread = threadOf({ limitMs: 1000 });
  await expect(thread.run({ what: "hang", name: "a" })).rejects.toBeInstanceOf(ThreadTimeoutError);
});

test("a thread's job ends when it reaches its CPU time limit, even while it blocks the thread", async () => {
  const thread = threadOf({ limitMs: 600_000, maxCpuMs: 2000 });
  const [hung, next] = [thread.run({ what: "hang", name: "a" }), thread.run(answer("b"))];
  await expect(hung).rejects.toThrow("CPU time");
  await expect(next).resolves.toBe("b");
});

test("the queue is limited in total and per group, and groups alternate", async () => {
  const thread = threadOf({ maxWaiting: 5, maxWaitingOfGroup: 3 });
  const done: string[] = [];
  const run = (name: string, group: string) =>
    thread.run(answer(name), { turns: [group] }).then(
      () => void done.push(name),
      (error: unknown) => error,
    );
  const all = [
    ...["a0", "a1", "a2", "a3", "a4"].map((name) => run(name, "a")),
    ...["b1", "b2", "b3"].map((name) => run(name, "b")),
  ];
  const ends = await Promise.all(all);
  const rejected = ends.map((end) => end instanceof QueueFullError);
  expect(rejected).toEqual([false, false, false, false, true, false, false, true]);
  expect(done).toEqual(["a0", "a1", "b1", "a2", "b2", "a3"]);
});

test(
  "a process ends when its server is killed in the middle of a job",
  { timeout: waitLimit },
  async () => {
    const fixture = fileURLToPath(new URL("./work-process.fixture.ts", import.meta.url));
    const server = spawn(process.execPath, [fixture], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    // The work process has inherited the server's output pipe, so the pipe closes only once both have ended.
    const ended = once(server.stdout, "close").then(() => "ended");
    server.kill("SIGKILL");
    const end = await Promise.race([ended, delay(waitLimit / 2, "runs on", { ref: false })]);
    if (end !== "ended") process.kill(pid, "SIGKILL");
    expect(end).toBe("ended");
  },
);

test("a process's job ends when it reaches its CPU time limit", async () => {
  const file = new URL("work-process.fixture.ts", import.meta.url);
  const worker = createWorkProcess({ file, limitMs: 600_000, maxMemoryMb: 512, maxCpuMs: 300 });
  await expect(worker.run({})).rejects.toThrow("CPU time");
});
