import { createShares } from "./fair-shares.ts";
import type { Path } from "./waiting-tree.ts";

export type Place = {
  /** The names under which the work is queued, from wide to narrow. At each level, the names take turns. */
  turns: Path;
  /**
   * Paths of names, from wide to narrow. The number of waiting jobs under each name is limited. By default, the first
   * name in `turns`.
   */
  groups?: readonly Path[];
  /** Removes the work from the queue if it is still waiting. */
  signal?: AbortSignal | undefined;
};

export type FairQueue = {
  /** Runs `work` when it is its turn. Throws QueueFullError. */
  run<Result>(work: () => Promise<Result>, place: Place): Promise<Result>;
};

/** Too much work is waiting already, or the caller has left. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
}

export type QueueRules = {
  waiting: number;
  waitingOfGroup?: number;
  /** The concurrency: in total (default 1), and for each name at the first level of `turns` (default: the total). */
  atOnce?: number;
  atOnceOfTurn?: number;
};

/**
 * The next job belongs to the name with the fewest running jobs or, in a tie, to the one whose last turn was longest
 * ago. Thus many jobs under one name don't delay the few under another. If the queue is full, a new job replaces the
 * newest one of the name with the most waiting jobs, unless the new job's own name would then have as many.
 */
export function createFairQueue(rules: QueueRules): FairQueue {
  const { waiting, waitingOfGroup = waiting, atOnce = 1, atOnceOfTurn = atOnce } = rules;
  const shares = createShares<Place>({
    size: atOnce,
    namesOf({ turns, groups = [turns.slice(0, 1)] }) {
      return { held: turns.slice(0, 1), turns, groups };
    },
    fullName({ turns: [first = ""] }, { heldBy }) {
      return heldBy(first) < atOnceOfTurn ? null : first;
    },
    maxWaiting: { ofName: waitingOfGroup, inAll: waiting },
    busy: () => new QueueFullError("too much work is waiting, or the caller has left"),
  });
  return { run: (work, place) => shares(place, work, place.signal) };
}
