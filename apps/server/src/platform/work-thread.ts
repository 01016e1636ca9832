import { fork } from "node:child_process";
import type { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parentPort, Worker } from "node:worker_threads";
import { createFairQueue, type Place } from "./fair-queue.ts";

type WorkerOptions = {
  /** The module that the thread or process runs; it calls `serveJobs`. */
  file: URL;
  /** Limits on a job's running time and memory. If a job exceeds one, its thread or process is ended. */
  limitMs: number;
  maxMemoryMb: number;
  /** Limits a job's CPU time, which doesn't depend on what else the machine does. */
  maxCpuMs?: number;
};
type ThreadOptions = WorkerOptions & {
  /** The limits on waiting jobs, in total and per group; more jobs are rejected with QueueFullError. */
  maxWaiting: number;
  maxWaitingOfGroup?: number;
  env?: Record<string, string>;
};
type Answer<Result> = { result: Result } | { error: string } | { exceeded: "memory" | "time" };
/** A thread or process that was started. `hold` sets whether it keeps our own process alive. */
type Started<Job> = {
  events: EventEmitter;
  send: (job: Job) => void;
  end: () => void;
  hold: (isHeld: boolean) => void;
  /** The CPU time used since the start; absent for a process, which checks its own limit. */
  cpuMs?: () => Promise<number>;
};

export type WorkThread<Job, Result> = { run(job: Job, place?: Place): Promise<Result> };
export type WorkProcess<Job, Result> = { run(job: Job): Promise<Result> };

/** The job exceeded its limit on running time or CPU time. */
export class ThreadTimeoutError extends Error {
  override name = "ThreadTimeoutError";
}
/** The job exceeded its memory limit. */
export class ThreadMemoryError extends Error {
  override name = "ThreadMemoryError";
}

const keepMs = 60_000;

/**
 * Runs work that would block the event loop, one job at a time, in a thread that starts with the first job and ends a
 * minute after the last, so that its libraries use no memory when idle. Callers take turns as in a fair queue.
 */
export function createWorkThread<Job, Result>(options: ThreadOptions): WorkThread<Job, Result> {
  const { file, maxMemoryMb, maxWaiting, maxWaitingOfGroup = maxWaiting, env } = options;
  const queue = createFairQueue({ waiting: maxWaiting, waitingOfGroup: maxWaitingOfGroup });
  const worker = createWorker<Job, Result>(options, () => {
    const thread = new Worker(file, {
      execArgv: [],
      env: { ...process.env, ...env },
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    });
    return {
      events: thread,
      send: (job) => thread.postMessage(job, []),
      end: () => void thread.terminate(),
      hold: (isHeld) => thread[isHeld ? "ref" : "unref"](),
      async cpuMs() {
        const { user, system } = await thread.cpuUsage();
        return (user + system) / 1000;
      },
    };
  });
  return {
    run: (job, place = { turns: [""] }) => queue.run(() => worker.run(job), place),
  };
}

/** The environment variables that are passed to the process. None contains a secret. */
const sharedVariables = new Set(["PATH", "SYSTEMROOT", "WINDIR", "TEMP", "TMP", "TMPDIR"]);

/**
 * Like createWorkThread, but in a process, for libraries that would block Node's shared thread pool or use memory
 * outside the heap. It can be ended at any moment. Its module must call `endWithServer`, which enforces the limits on
 * memory and CPU time.
 */
export function createWorkProcess<Job, Result>(options: WorkerOptions): WorkProcess<Job, Result> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => sharedVariables.has(name.toUpperCase())),
  );
  const worker = createWorker<Job, Result>(options, () => {
    const child = fork(
      fileURLToPath(options.file),
      [String(options.maxMemoryMb), String(options.maxCpuMs ?? Infinity)],
      {
        execArgv: [],
        env,
        serialization: "advanced",
      },
    );
    return {
      events: child,
      // If the message can no longer be sent, the child's exit reports the failure.
      send: (job) => void child.send(job as object, () => {}),
      end: () => void child.kill("SIGKILL"),
      hold(isHeld) {
        const does = isHeld ? "ref" : "unref";
        child[does]();
        child.channel?.[does]();
      },
    };
  });
  const queue = createFairQueue({ waiting: Infinity });
  return { run: (job) => queue.run(() => worker.run(job), { turns: [""] }) };
}

/** How often a thread's CPU time is read. */
const cpuEveryMs = 200;

/** Runs jobs in a thread or process that stays open between them. Pass only one job at a time. */
function createWorker<Job, Result>(
  { limitMs, maxCpuMs = Infinity }: WorkerOptions,
  open: () => Started<Job>,
): { run(job: Job): Promise<Result> } {
  let worker: Started<Job> | null = null;
  let running: PromiseWithResolvers<Result> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): Started<Job> {
    const started = open();
    const onMessage = (answer: Answer<Result>) => {
      if (started !== worker) return;
      if ("exceeded" in answer)
        stop(
          answer.exceeded === "time" ? tooMuchCpu() : new ThreadMemoryError("took too much memory"),
        );
      else finish(answer);
    };
    const onEnd = (why: unknown) => {
      if (started === worker) stop(errorOf(why));
    };
    started.events.on("message", onMessage).on("error", onEnd).on("exit", onEnd);
    return started;
  }

  function finish(answer: Exclude<Answer<Result>, { exceeded: unknown }>): void {
    const job = running;
    running = null;
    clearTimeout(timer);
    // An idle worker must not keep our own process alive.
    worker?.hold(false);
    timer = setTimeout(() => stop(new Error("idle")), keepMs).unref();
    if ("result" in answer) job?.resolve(answer.result);
    else job?.reject(new Error(answer.error));
  }

  /** Ends the thread or process; the next job starts a new one. */
  function stop(why: Error): void {
    const [ended, job] = [worker, running];
    [worker, running] = [null, null];
    clearTimeout(timer);
    ended?.end();
    job?.reject(why);
  }

  /**
   * Ends a thread whose job takes more CPU time than allowed. CPU time can be read even while the job blocks the
   * thread.
   */
  async function watch({ cpuMs }: Started<Job>, isRunning: () => boolean): Promise<void> {
    if (cpuMs === undefined || maxCpuMs === Infinity) return;
    // A thread that has just started, or has ended, reports no CPU time.
    const read = () => cpuMs().catch(() => 0);
    const before = await read();
    while (isRunning()) {
      await delay(cpuEveryMs, undefined, { ref: false });
      if (isRunning() && (await read()) - before > maxCpuMs && isRunning()) stop(tooMuchCpu());
    }
  }

  return {
    run(job) {
      const current = Promise.withResolvers<Result>();
      running = current;
      const { promise } = current;
      worker ??= start();
      const watched = worker;
      void watch(watched, () => running === current && worker === watched);
      worker.hold(true);
      worker.send(job);
      clearTimeout(timer);
      const late = new ThreadTimeoutError(`took more than ${limitMs} ms`);
      timer = setTimeout(() => stop(late), limitMs);
      return promise;
    },
  };
}

function tooMuchCpu(): ThreadTimeoutError {
  return new ThreadTimeoutError("took too much CPU time");
}

function errorOf(why: unknown): Error {
  return why instanceof Error ? why : new Error("the thread has ended");
}

/** The process's CPU time when the current job began; null if no job is running. */
let jobBegan: NodeJS.CpuUsage | null = null;

/** Runs in the thread or process. Sends back the result of `work` for each job. */
export function serveJobs<Result>(work: (job: never) => Promise<Result>): void {
  const answer = (message: Answer<Result>) => {
    if (parentPort === null) process.send?.(message);
    else parentPort.postMessage(message, []);
  };
  const answered = (message: Answer<Result>) => {
    jobBegan = null;
    answer(message);
  };
  (parentPort ?? process).on("message", (job: unknown) => {
    jobBegan = process.cpuUsage();
    work(job as never).then(
      (result) => answered({ result }),
      (error: unknown) => answered({ error: String(error) }),
    );
  });
}

const lookEveryMs = 20;

/**
 * Call it in the work process. It ends the process when the server ends, or when the process exceeds its limit on
 * memory (inside or outside the heap) or on a job's CPU time. These checks run in the event loop, so the work must not
 * block it.
 */
export function endWithServer(): void {
  const maxBytes = Number(process.argv[2]) * 2 ** 20;
  const maxCpuMs = Number(process.argv[3] ?? Infinity);
  const look = () => {
    const exceeded =
      process.memoryUsage.rss() > maxBytes ? "memory" : cpuMsOfJob() > maxCpuMs ? "time" : null;
    if (exceeded === null) return;
    clearInterval(timer);
    process.send?.({ exceeded } satisfies Answer<never>, endNow);
  };
  const timer = setInterval(look, lookEveryMs).unref();
  process.on("disconnect", endNow);
}

function cpuMsOfJob(): number {
  if (jobBegan === null) return 0;
  const { user, system } = process.cpuUsage(jobBegan);
  return (user + system) / 1000;
}

/** Kills this process, because process.exit() would wait for the libraries' threads, and therefore for their work. */
function endNow(): void {
  process.kill(process.pid, "SIGKILL");
}
