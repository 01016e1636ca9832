type Task = { groups: readonly string[]; start: () => void; refuse: (why: Error) => void };

export type FairQueue = {
  /** Runs `work` when it is its turn. It counts in each of its groups; the first one is whose turn it takes. */
  run<Result>(work: () => Promise<Result>, ...groups: readonly string[]): Promise<Result>;
};

/** Too much work waits already. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
}

/**
 * Work that is done one after the other. Of the groups that wait, the one that waited longest for work of its own is next, so
 * that nobody's many jobs hold up another's few. Where too much waits in all, the last of the longest group gives way to a
 * shorter one.
 */
export function createFairQueue(max: { waiting: number; waitingOfGroup?: number }): FairQueue {
  const { waiting: maxWaiting, waitingOfGroup: maxOfGroup = maxWaiting } = max;
  const waiting: Task[] = [];
  /** Those that have work waiting, the next one first. */
  const turns: string[] = [];
  let isRunning = false;

  function runNext(): void {
    const task = isRunning ? undefined : takeNext();
    if (task === undefined) return;
    isRunning = true;
    task.start();
  }

  function takeNext(): Task | undefined {
    const group = turns.shift();
    const at = waiting.findIndex(({ groups }) => groups[0] === group);
    const [task] = at < 0 ? [] : waiting.splice(at, 1);
    if (group !== undefined && countOf(group) > 0) turns.push(group);
    return task;
  }

  function countOf(group: string): number {
    return waiting.filter(({ groups }) => groups[0] === group).length;
  }

  function isFull(groups: readonly string[]): boolean {
    return groups.some(
      (group) => waiting.filter((task) => task.groups.includes(group)).length >= maxOfGroup,
    );
  }

  /** False where no group has more waiting than this one would. */
  function makeRoom(group: string): boolean {
    if (waiting.length < maxWaiting) return true;
    const counts = new Map(turns.map((name) => [name, countOf(name)]));
    const [longest, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    if (count <= (counts.get(group) ?? 0) + 1) return false;
    const at = waiting.findLastIndex(({ groups }) => groups[0] === longest);
    for (const task of waiting.splice(at, 1)) task.refuse(fullOf(maxWaiting));
    return true;
  }

  return {
    run<Result>(work: () => Promise<Result>, ...groups: readonly string[]): Promise<Result> {
      const [group = ""] = groups;
      if (isFull([group, ...groups]) || !makeRoom(group))
        return Promise.reject(fullOf(waiting.length));
      const done = Promise.withResolvers<Result>();
      const start = () => {
        const ended = work().finally(() => {
          isRunning = false;
          runNext();
        });
        ended.then(done.resolve, done.reject);
      };
      waiting.push({ groups: [group, ...groups], start, refuse: done.reject });
      if (!turns.includes(group)) turns.push(group);
      runNext();
      return done.promise;
    },
  };
}

function fullOf(count: number): QueueFullError {
  return new QueueFullError(`${count} jobs wait`);
}
