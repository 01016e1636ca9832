import {
  addEntry,
  type Branch,
  branchAt,
  createTree,
  endTurn,
  isBelow,
  type Path,
  removeEntry,
  whoGivesWay,
} from "./waiting-tree.ts";

export type Counts = {
  /** How many units would stay free after this one. */
  left: number;
  /** How many units are held under a name. */
  heldBy: (name: string) => number;
};

/** A holder's names. A name that occurs in several fields means the same in each. */
export type Names = {
  /** The names that the holder's units count under. */
  held: readonly string[];
  /**
   * Decides which waiting holder is next: the one with the fewest units under its first name; in a tie, under its
   * second name, and so on. Remaining ties go to the name whose last turn was longest ago. Holders with the same names
   * wait in one lane.
   */
  turns: Path;
  /** The paths of names, from wide to narrow, under which waiting holders are counted and limited. */
  groups: readonly Path[];
};

export type ShareRules<Holder> = {
  size: number;
  namesOf: (holder: Holder) => Names;
  /** The name that has reached its limit; null if the holder may take another unit. */
  fullName: (holder: Holder, counts: Counts) => string | null;
  /** Undefined: no limit. */
  maxWaitMs?: number;
  /** Awaited before the work, once the work's unit is taken. */
  pause?: (hasWaited: boolean) => Promise<void>;
  /**
   * If more than `inAll` wait in total, or more than `ofName` under one name of `groups`, the newest entry of the
   * longest lane is dropped to make room in a shorter one. Under the first name of a path of several names, which is
   * its widest group, half of `inAll` may wait if that is more than `ofName`.
   */
  maxWaiting: { ofName: number; inAll: number };
  /** The error if too many holders wait, one waits too long, or the caller of one has left. */
  busy: () => Error;
};

/**
 * Runs work that takes one unit, once the holder's share has room. `signal` cancels the wait. `onWait` is called if the
 * work has to wait.
 */
export type Shares<Holder> = <Result>(
  holder: Holder,
  work: () => Promise<Result>,
  signal?: AbortSignal,
  onWait?: () => void,
) => Promise<Result>;

type Entry<Holder> = {
  holder: Holder;
  names: Names;
  /** The lanes where the entry waits: one in the tree of turns, then one in the tree of each group. */
  lanes: Branch<Entry<Holder>>[];
  enter: () => void;
  refuse: () => void;
};
/** `weights`: the units held under each name on the path to the entry. */
type Candidate<Holder> = { entry: Entry<Holder>; weights: readonly number[] };

/** Divides `size` units among the holders by the rules. Work beyond a share waits in a bounded queue. */
export function createShares<Holder>(rules: ShareRules<Holder>): Shares<Holder> {
  const { size, maxWaitMs, maxWaiting } = rules;
  const held = new Map<string, number>();
  const turns = createTree<Entry<Holder>>();
  const groups: Branch<Entry<Holder>>[] = [];
  const maxOfWidest = Math.max(maxWaiting.ofName, maxWaiting.inAll / 2);
  let free = size;

  const heldBy = (name: string) => held.get(name) ?? 0;
  const fullName = (holder: Holder) => rules.fullName(holder, { left: free - 1, heldBy });
  const groupTree = (i: number) => (groups[i] ??= createTree<Entry<Holder>>());

  function change(names: Names, by: 1 | -1): void {
    free -= by;
    for (const name of names.held) {
      const count = heldBy(name) + by;
      if (count > 0) held.set(name, count);
      else held.delete(name);
    }
  }

  function release(names: Names): void {
    change(names, -1);
    for (let entry = next(); entry !== undefined; entry = next()) {
      const [lane] = entry.lanes;
      if (lane !== undefined) endTurn(lane);
      leave(entry);
      change(entry.names, 1);
      entry.enter();
    }
  }

  /**
   * Returns the next entry that may run. Once a name is known to be at its limit, skips all other lanes under it. Also
   * skips lanes under names that hold at least as many units as the best candidate's.
   */
  function next(): Entry<Holder> | undefined {
    if (free <= 0 || turns.size === 0) return undefined;
    return bestOf(turns, new Set())?.entry;
  }

  /** Returns undefined if every entry below the branch is blocked or weighs at least `toBeat`. */
  function bestOf(
    branch: Branch<Entry<Holder>>,
    full: Set<string>,
    toBeat?: readonly number[],
  ): Candidate<Holder> | undefined {
    if (toBeat?.every((weight) => weight === 0)) return undefined;
    const [entry] = branch.entries;
    if (entry !== undefined) {
      if (entry.names.held.some((name) => full.has(name))) return undefined;
      const name = fullName(entry.holder);
      if (name === null) return { entry, weights: [] };
      full.add(name);
      return undefined;
    }
    let best: Candidate<Holder> | undefined;
    for (const below of byWeight(branch)) {
      if (full.has(below.name)) continue;
      const weight = heldBy(below.name);
      const least = best?.weights ?? toBeat;
      const most = least === undefined ? Infinity : (least[0] ?? 0);
      if (weight > most) break;
      const found = bestOf(below, full, weight === most ? least?.slice(1) : undefined);
      if (full.has(branch.name)) return undefined;
      if (found === undefined) continue;
      best = { entry: found.entry, weights: [weight, ...found.weights] };
      if (found.weights.every((other) => other === 0)) break;
    }
    return best;
  }

  /** Yields branches that hold no units first, in the order of turns, then the others by the units they hold. */
  function* byWeight({ branches }: Branch<Entry<Holder>>) {
    const holding: Branch<Entry<Holder>>[] = [];
    for (const branch of branches.values())
      if (heldBy(branch.name) > 0) holding.push(branch);
      else yield branch;
    yield* holding.toSorted((a, b) => heldBy(a.name) - heldBy(b.name));
  }

  function leave(entry: Entry<Holder>): void {
    for (const lane of entry.lanes) removeEntry(lane, entry);
  }

  /**
   * Drops entries to make room for a new one. Returns false if that is impossible, because no lane is longer than the
   * new entry's lane would be.
   */
  function makeRoom(names: Names): boolean {
    const leaving: Entry<Holder>[] = [];
    for (const [i, path] of names.groups.entries())
      for (let depth = path.length; depth > 0; depth -= 1) {
        const branch = branchAt(groupTree(i), path.slice(0, depth));
        const max = depth === 1 && path.length > 1 ? maxOfWidest : maxWaiting.ofName;
        if (branch === undefined || branch.size < max) continue;
        if (leaving.some(({ lanes }) => lanes.some((lane) => isBelow(lane, branch)))) continue;
        const last = whoGivesWay(branch, path.slice(depth));
        if (last === undefined) return false;
        leaving.push(last);
      }
    if (turns.size >= maxWaiting.inAll && leaving.length === 0) {
      const last =
        whoGivesWay(turns, names.turns) ??
        names.groups
          .values()
          .map((path, i) => whoGivesWay(groupTree(i), path))
          .find(Boolean);
      if (last === undefined) return false;
      leaving.push(last);
    }
    for (const entry of leaving) entry.refuse();
    return true;
  }

  function wait(holder: Holder, names: Names, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted || !makeRoom(names)) throw rules.busy();
    return new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", refuse);
      };
      const refuse = () => {
        end();
        leave(entry);
        reject(rules.busy());
      };
      const enter = () => {
        end();
        resolve();
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(refuse, maxWaitMs);
      signal?.addEventListener("abort", refuse);
      const entry: Entry<Holder> = { holder, names, lanes: [], enter, refuse };
      entry.lanes = [
        addEntry(turns, names.turns, entry),
        ...names.groups.map((path, i) => addEntry(groupTree(i), path, entry)),
      ];
    });
  }

  return async (holder, work, signal, onWait) => {
    const names = rules.namesOf(holder);
    // If work is already waiting in this lane, new work waits behind it.
    const canEnter =
      free > 0 && fullName(holder) === null && branchAt(turns, names.turns) === undefined;
    const isWaiting = !canEnter || signal?.aborted === true;
    if (isWaiting) {
      onWait?.();
      await wait(holder, names, signal);
    } else change(names, 1);
    try {
      if (rules.pause !== undefined) await rules.pause(isWaiting);
      return await work();
    } finally {
      release(names);
    }
  };
}
