export type Place = {
  /** Whose turn it takes: of those that wait under one name, those of the next name take turns among themselves. */
  turns: readonly string[];
  /** What it counts in while it waits; the first of `turns` where nothing is said. */
  groups?: readonly string[];
  /** Gives the place up while it waits. */
  signal?: AbortSignal | undefined;
};

type Task = {
  groups: readonly string[];
  /** A name for each level of its turns, of which the last is its lane. */
  levels: readonly string[];
  start: () => void;
  refuse: (why: Error) => void;
};

export type FairQueue = {
  /** Runs `work` when it is its turn. */
  run<Result>(work: () => Promise<Result>, place: Place): Promise<Result>;
};

/** Too much work waits already, or nobody waits for this one any more. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
}

export type QueueRules = {
  waiting: number;
  waitingOfGroup?: number;
  /** What runs at once, and how much of it of one first name; one after the other where nothing is said. */
  atOnce?: number;
  atOnceOfTurn?: number;
};

/**
 * Of the names that wait, the one that waited longest for a turn of its own is next, so that nobody's many jobs hold up
 * another's few. Where too much waits in all, the last of the longest lane gives way to a shorter one.
 */
export function createFairQueue(rules: QueueRules): FairQueue {
  const { waiting: maxWaiting, waitingOfGroup: maxOfGroup = maxWaiting } = rules;
  const { atOnce = 1, atOnceOfTurn = atOnce } = rules;
  const waiting: Task[] = [];
  const running: Task[] = [];
  /** When each level that waits had its last turn, or else began to wait. */
  const turns = new Map<string, number>();
  let clock = 0;

  function runNext(): void {
    while (running.length < atOnce) {
      const task = nextOf();
      if (task === undefined) return;
      for (const level of task.levels) turns.set(level, (clock += 1));
      remove(task);
      running.push(task);
      task.start();
    }
  }

  function nextOf(): Task | undefined {
    const ready = waiting.filter(
      ({ levels: [first] }) =>
        running.filter(({ levels }) => levels[0] === first).length < atOnceOfTurn,
    );
    const turnOf = (task: Task, level: number) => turns.get(task.levels[level] ?? "") ?? 0;
    return ready.reduce<Task | undefined>((best, task) => {
      if (best === undefined) return task;
      const level = task.levels.findIndex((name, i) => name !== best.levels[i]);
      return level >= 0 && turnOf(task, level) < turnOf(best, level) ? task : best;
    }, undefined);
  }

  function add(task: Task): void {
    for (const level of task.levels) if (!turns.has(level)) turns.set(level, (clock += 1));
    waiting.push(task);
  }

  function remove(task: Task): void {
    const at = waiting.indexOf(task);
    if (at < 0) return;
    waiting.splice(at, 1);
    for (const level of task.levels) if (countOf(level) === 0) turns.delete(level);
  }

  function countOf(level: string): number {
    return waiting.filter(({ levels }) => levels.includes(level)).length;
  }

  function isFull(groups: readonly string[]): boolean {
    return groups.some(
      (group) => waiting.filter((task) => task.groups.includes(group)).length >= maxOfGroup,
    );
  }

  /** False where no lane has more waiting than this one would. */
  function makeRoom(levels: readonly string[]): boolean {
    if (waiting.length < maxWaiting) return true;
    let among: readonly Task[] = waiting;
    for (const [i, own] of levels.entries()) {
      const longest = longestOf(among, i);
      const isLonger = longest.length > among.filter((task) => task.levels[i] === own).length + 1;
      if (isLonger) {
        const last = longestOf(longest, longest[0]?.levels.length ?? 0).at(-1);
        if (last !== undefined) remove(last);
        last?.refuse(fullOf(maxWaiting));
        return true;
      }
      among = among.filter((task) => task.levels[i] === own);
    }
    return false;
  }

  function enter<Result>(
    work: () => Promise<Result>,
    { groups, levels }: Pick<Task, "groups" | "levels">,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const done = Promise.withResolvers<Result>();
    const leave = () => {
      remove(task);
      task.refuse(new QueueFullError("nobody waits for this any more"));
    };
    const forget = () => signal?.removeEventListener("abort", leave);
    const start = () => {
      forget();
      const ended = work().finally(() => {
        running.splice(running.indexOf(task), 1);
        runNext();
      });
      ended.then(done.resolve, done.reject);
    };
    const refuse = (why: Error) => {
      forget();
      done.reject(why);
    };
    const task: Task = { groups, levels, start, refuse };
    signal?.addEventListener("abort", leave);
    add(task);
    runNext();
    return done.promise;
  }

  return {
    run(work, { turns: names, groups = names.slice(0, 1), signal }) {
      const levels = names.map((_, i) => names.slice(0, i + 1).join("\n"));
      if (signal?.aborted || isFull(groups) || !makeRoom(levels))
        return Promise.reject(fullOf(waiting.length));
      return enter(work, { groups, levels }, signal);
    },
  };
}

/** The tasks of the longest group by their name at a level, and below it those of the longest of these. */
function longestOf(tasks: readonly Task[], level: number): readonly Task[] {
  const groups = Map.groupBy(tasks, ({ levels }) => levels[level] ?? levels.at(-1));
  return [...groups.values()].reduce<readonly Task[]>(
    (longest, group) => (group.length > longest.length ? group : longest),
    [],
  );
}

function fullOf(count: number): QueueFullError {
  return new QueueFullError(`${count} jobs wait`);
}
