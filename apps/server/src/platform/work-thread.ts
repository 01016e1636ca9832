import { parentPort, Worker } from "node:worker_threads";

type ThreadOptions = {
  /** The module the thread runs; it calls `serveJobs`. */
  file: URL;
  /** What ends a job, and the thread with it: its time from when it is handed over, and the thread's memory. */
  limitMs: number;
  maxMemoryMb: number;
  /** Jobs that wait, in all and of one group; more are refused with ThreadBusyError. */
  maxWaiting: number;
  maxWaitingOfGroup?: number;
  env?: Record<string, string>;
};
type Task<Job, Result> = { job: Job; group: string; done: PromiseWithResolvers<Result> };
type Answer<Result> = { result: Result } | { error: string };

export type WorkThread<Job, Result> = { run(job: Job, group?: string): Promise<Result> };

/** Too many jobs wait already. */
export class ThreadBusyError extends Error {
  override name = "ThreadBusyError";
}
/** The job took longer than it may. */
export class ThreadTimeoutError extends Error {
  override name = "ThreadTimeoutError";
}

const keepMs = 60_000;

/**
 * Work that would hold the event loop, done one job after the other in a thread that starts with the first and ends a minute
 * after the last, so that its libraries take no memory while nothing needs them. Of the groups that wait the one that
 * waited longest for a job of its own is next, so that nobody's many jobs hold up another's few.
 */
export function createWorkThread<Job, Result>(options: ThreadOptions): WorkThread<Job, Result> {
  const { limitMs, maxWaiting, maxWaitingOfGroup = maxWaiting } = options;
  const waiting: Task<Job, Result>[] = [];
  /** Those that have a job waiting, the next one first. */
  const groups: string[] = [];
  let worker: Worker | null = null;
  let running: Task<Job, Result> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function runNext(): void {
    const task = running === null ? takeNext() : undefined;
    if (task === undefined) return;
    running = task;
    worker ??= start();
    worker.ref();
    worker.postMessage(task.job, []);
    clearTimeout(timer);
    timer = setTimeout(() => stop(new ThreadTimeoutError(`took more than ${limitMs} ms`)), limitMs);
  }

  function takeNext(): Task<Job, Result> | undefined {
    const group = groups.shift();
    const at = waiting.findIndex((task) => task.group === group);
    const [task] = at < 0 ? [] : waiting.splice(at, 1);
    if (group !== undefined && waiting.some((other) => other.group === group)) groups.push(group);
    return task;
  }

  function start(): Worker {
    const started = new Worker(options.file, {
      execArgv: [],
      env: { ...process.env, ...options.env },
      resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMb },
    });
    started.on("message", (answer: Answer<Result>) => {
      if (started === worker) finish(answer);
    });
    for (const event of ["error", "exit"] as const)
      started.on(event, (why: unknown) => {
        if (started === worker)
          stop(why instanceof Error ? why : new Error("the thread has ended"));
      });
    return started;
  }

  function finish(answer: Answer<Result>): void {
    const task = running;
    running = null;
    clearTimeout(timer);
    // Keeps no process alive that has nothing else to do.
    worker?.unref();
    timer = setTimeout(() => stop(new Error("idle")), keepMs).unref();
    if ("result" in answer) task?.done.resolve(answer.result);
    else task?.done.reject(new Error(answer.error));
    runNext();
  }

  /** Ends the thread; what waits goes on in a new one. */
  function stop(why: Error): void {
    const [ended, task] = [worker, running];
    [worker, running] = [null, null];
    clearTimeout(timer);
    void ended?.terminate();
    task?.done.reject(why);
    runNext();
  }

  return {
    run(job, group = "") {
      const ofGroup = waiting.filter((task) => task.group === group).length;
      if (waiting.length >= maxWaiting || ofGroup >= maxWaitingOfGroup)
        return Promise.reject(new ThreadBusyError(`${waiting.length} jobs wait`));
      const done = Promise.withResolvers<Result>();
      waiting.push({ job, group, done });
      if (!groups.includes(group)) groups.push(group);
      runNext();
      return done.promise;
    },
  };
}

/** In the thread: answers each job with what `work` makes of it. */
export function serveJobs<Result>(work: (job: never) => Promise<Result>): void {
  const answer = (message: Answer<Result>) => parentPort?.postMessage(message, []);
  parentPort?.on("message", (job: unknown) => {
    work(job as never).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error: String(error) }),
    );
  });
}
