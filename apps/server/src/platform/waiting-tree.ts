/**
 * A tree of waiting entries. Each entry's names, from wide to narrow, form a path of branches; the branches at the ends
 * of the paths are lanes.
 */
export type Branch<Entry> = {
  readonly name: string;
  readonly parent: Branch<Entry> | null;
  /** How many entries wait in this branch. */
  size: number;
  /** By name, in the order of their turns: after its turn, a branch goes to the end. */
  readonly branches: Map<string, Branch<Entry>>;
  /** The entries of a lane, oldest first. */
  readonly entries: Set<Entry>;
  /** The branches by their sizes, and the largest size, so that the longest branch is found without a search. */
  readonly bySize: Map<number, Set<Branch<Entry>>>;
  largest: number;
};

export type Path = readonly string[];

export function createTree<Entry>(): Branch<Entry> {
  return createBranch<Entry>("", null);
}

/** Adds an entry to the lane at the end of a path, and returns the lane. */
export function addEntry<Entry>(tree: Branch<Entry>, path: Path, entry: Entry): Branch<Entry> {
  let lane = tree;
  for (const name of path) {
    const next = lane.branches.get(name) ?? createBranch(name, lane);
    lane.branches.set(name, next);
    lane = next;
  }
  lane.entries.add(entry);
  for (const branch of upwards(lane)) resize(branch, 1);
  return lane;
}

/** Returns false if the entry has already left. */
export function removeEntry<Entry>(lane: Branch<Entry>, entry: Entry): boolean {
  if (!lane.entries.delete(entry)) return false;
  for (const branch of upwards(lane)) resize(branch, -1);
  return true;
}

/** Ends a lane's turn: moves the lane, and each branch above it, behind its siblings. */
export function endTurn<Entry>(lane: Branch<Entry>): void {
  for (const branch of upwards(lane))
    if (branch.parent?.branches.delete(branch.name))
      branch.parent.branches.set(branch.name, branch);
}

export function branchAt<Entry>(tree: Branch<Entry>, path: Path): Branch<Entry> | undefined {
  let branch: Branch<Entry> | undefined = tree;
  for (const name of path) branch = branch?.branches.get(name);
  return branch;
}

export function isBelow<Entry>(lane: Branch<Entry>, branch: Branch<Entry>): boolean {
  return upwards(lane).some((above) => above === branch);
}

/**
 * Returns the entry to drop for a new one at `path`; undefined if there is none. Follows the path to the first level
 * where another name has more entries than the new entry's name would have. There, returns the newest entry in the
 * longest lane of the name with the most entries.
 */
export function whoGivesWay<Entry>(branch: Branch<Entry>, path: Path): Entry | undefined {
  let among = branch;
  for (const name of path) {
    const own = among.branches.get(name);
    if (among.largest > (own?.size ?? 0) + 1) return lastOfLongest(longestOf(among));
    if (own === undefined) return undefined;
    among = own;
  }
  return undefined;
}

function lastOfLongest<Entry>(branch: Branch<Entry> | undefined): Entry | undefined {
  let lane = branch;
  while (lane !== undefined && lane.largest > 0) lane = longestOf(lane);
  return lane && [...lane.entries].at(-1);
}

function longestOf<Entry>({ bySize, largest }: Branch<Entry>): Branch<Entry> | undefined {
  const [longest] = bySize.get(largest) ?? [];
  return longest;
}

function createBranch<Entry>(name: string, parent: Branch<Entry> | null): Branch<Entry> {
  return {
    name,
    parent,
    size: 0,
    branches: new Map(),
    entries: new Set(),
    bySize: new Map(),
    largest: 0,
  };
}

function* upwards<Entry>(lane: Branch<Entry>): Generator<Branch<Entry>, undefined> {
  for (let at: Branch<Entry> | null = lane; at !== null; at = at.parent) yield at;
}

function resize<Entry>(branch: Branch<Entry>, by: 1 | -1): void {
  const { parent, name, size: before } = branch;
  branch.size += by;
  if (parent === null) return;
  if (branch.size === 0) parent.branches.delete(name);
  const { bySize } = parent;
  const alike = bySize.get(before);
  alike?.delete(branch);
  if (alike?.size === 0) bySize.delete(before);
  if (branch.size > 0) bySize.set(branch.size, (bySize.get(branch.size) ?? new Set()).add(branch));
  // Sizes change by one, so if no branch has the largest size anymore, this branch's new size is the largest.
  if (branch.size > parent.largest || !bySize.has(parent.largest)) parent.largest = branch.size;
}
