/** How long paced work runs at a time. A tick of the event loop takes a little more: the item that was begun is finished. */
const sliceMs = 4;

const waiting: (() => void)[] = [];
let sliceBegan = 0;

/**
 * For loops over many items in the process that answers requests: null while the present slice of time lasts, else a
 * promise to wait for. All such loops share one slice per turn of the event loop, however many of them run.
 */
export function pace(): Promise<void> | null {
  if (waiting.length === 0 && performance.now() - sliceBegan < sliceMs) return null;
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  sliceBegan = performance.now();
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeNext);
  resume?.();
}
