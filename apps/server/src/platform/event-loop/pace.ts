import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * How long paced work runs at a time. A tick of the event loop takes slightly longer, because the item being processed
 * is finished first.
 */
const sliceMs = 4;

/** Resolves once the event loop has run this many times. */
export async function afterIterations(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await nextIteration();
}

const waiting: (() => void)[] = [];
let sliceBegan = 0;
let isResuming = false;

/**
 * Returns null if a loop over many items may go on, else a promise that it must await. All such loops of the process
 * share one time slice per iteration of the event loop, in which they take turns.
 */
export function pace(): Promise<void> | null {
  if (waiting.length === 0 && performance.now() - sliceBegan < sliceMs) return null;
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (isResuming) return;
    isResuming = true;
    setImmediate(resumeNext);
  });
}

/** Resumes one waiting loop after another, until the slice has ended or none is waiting. */
function resumeNext(): void {
  sliceBegan = performance.now();
  resumeOne();
}

function resumeOne(): void {
  waiting.shift()?.();
  // A process.nextTick() callback requested in a microtask runs once no microtasks are left. By then, the resumed loop
  // has called pace() again, has ended, or awaits something else.
  queueMicrotask(() => process.nextTick(afterOne));
}

function afterOne(): void {
  if (waiting.length === 0) isResuming = false;
  else if (performance.now() - sliceBegan < sliceMs) resumeOne();
  else setImmediate(resumeNext);
}
