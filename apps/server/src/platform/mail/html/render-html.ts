import { Worker } from "node:worker_threads";
import type { MailPage } from "./mail-page.ts";
import type { RenderAsked, RenderDone } from "./render-thread.ts";

type Thread = {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<string>>;
  ending: NodeJS.Timeout | undefined;
};

let thread: Thread | null = null;
let asked = 0;
const keepMs = 60_000;

/**
 * A mail's HTML. The template library takes 50 MB and half a second to load: it lives in a thread of its own, which starts
 * with the first mail and ends a minute after the last, so that no request waits for it and idle memory has none of it.
 */
export function renderHtml(page: MailPage): Promise<string> {
  thread ??= startThread();
  const { worker, waiting, ending } = thread;
  clearTimeout(ending);
  const id = ++asked;
  const done = Promise.withResolvers<string>();
  waiting.set(id, done);
  worker.ref();
  worker.postMessage({ id, page } satisfies RenderAsked, []);
  return done.promise;
}

function startThread(): Thread {
  const worker = new Worker(new URL("./render-thread.ts", import.meta.url), {
    execArgv: [],
    // React's other build loads slowly and says nothing that a mail could use.
    env: { ...process.env, NODE_ENV: "production" },
    resourceLimits: { maxOldGenerationSizeMb: 192 },
  });
  const started: Thread = { worker, waiting: new Map(), ending: undefined };
  worker.on("message", (done: RenderDone) => {
    const waits = started.waiting.get(done.id);
    started.waiting.delete(done.id);
    if ("html" in done) waits?.resolve(done.html);
    else waits?.reject(new Error(`the mail could not be rendered: ${done.fault}`));
    if (started.waiting.size === 0) rest(started);
  });
  worker.on("error", (error) => end(started, error));
  worker.on("exit", () => end(started, new Error("the thread that renders mails has ended")));
  return started;
}

/** It keeps no process alive that has nothing else to do. */
function rest(started: Thread): void {
  started.worker.unref();
  clearTimeout(started.ending);
  started.ending = setTimeout(() => {
    if (thread === started) thread = null;
    void started.worker.terminate();
  }, keepMs).unref();
}

function end(ended: Thread, reason: unknown): void {
  if (thread === ended) thread = null;
  clearTimeout(ended.ending);
  for (const waits of ended.waiting.values()) waits.reject(reason);
  ended.waiting.clear();
}
