/**
 * Transactions that have enqueued jobs, identified by their `run` function, which a transaction shares with its copies.
 */
const enqueuers = new WeakSet<object>();
const wakes = new WeakMap<object, () => void>();

/** Records that a transaction has enqueued jobs. */
export function noteEnqueued({ run }: { run: object }): void {
  enqueuers.add(run);
}

/**
 * Registers `wake`, which is called after each transaction of the pool that has enqueued jobs, so that these don't wait
 * for the worker's next poll.
 */
export function onEnqueued(pool: object, wake: () => void): void {
  wakes.set(pool, wake);
}

export function committed(pool: object, { run }: { run: object }): void {
  if (enqueuers.has(run)) wakes.get(pool)?.();
}
