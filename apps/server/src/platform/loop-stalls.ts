const everyMs = 100;
/** A tick may take so long before it counts as a stall. */
const patienceMs = 2 * everyMs;

let total = 0;
let lastAt = 0;

/**
 * How long the event loop has stood still altogether, in milliseconds, the present stall included. The difference between two
 * times is how much of the time between them this process, and nobody else, has taken.
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
