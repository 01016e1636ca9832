const everyMs = 100;
/** If more time than this passes between two ticks, the excess counts as a stall. */
const patienceMs = 2 * everyMs;

let total = 0;
let lastAt = 0;

/**
 * The total length of the event loop's stalls since the first call, in milliseconds, including the current stall. The
 * difference between two readings is the length of the stalls in between.
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
