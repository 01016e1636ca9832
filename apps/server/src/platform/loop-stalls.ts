const everyMs = 100;
/** A tick that takes longer than this counts as a stall. */
const patienceMs = 2 * everyMs;

let total = 0;
let lastAt = 0;

/**
 * How long the event loop has been blocked in total, in milliseconds, including the current stall. The difference
 * between two readings is how long it was blocked in between.
 */
export function stalledMs(): number {
  if (lastAt === 0) watch();
  return total + presentStall();
}

function watch(): void {
  lastAt = performance.now();
  setInterval(() => {
    total += presentStall();
    lastAt = performance.now();
  }, everyMs).unref();
}

function presentStall(): number {
  return Math.max(0, performance.now() - lastAt - patienceMs);
}
