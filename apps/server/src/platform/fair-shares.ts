export type Counts = {
  /** How many stay free once another one is taken. */
  left: number;
  /** How many are held under a name. */
  heldBy: (name: string) => number;
};

export type ShareRules<Holder> = {
  size: number;
  /** The names a holder counts under. Holders with the same names wait in one lane. */
  namesOf: (holder: Holder) => readonly string[];
  hasRoom: (holder: Holder, counts: Counts) => boolean;
  /** Names by weight: of the waiting lanes, the one that holds least under the first name is next. */
  turnOf: (holder: Holder) => readonly string[];
  /** Names of a holder under which at most `inLane` wait, whatever lanes they wait in. */
  callersOf?: (holder: Holder) => readonly string[];
  maxWaitMs: number;
  /** Beyond `inAll` the last of the longest lane gives way. */
  maxWaiting: { inLane: number; inAll: number };
  /** The error when too many wait, or one waits too long. */
  busy: () => Error;
};

/** Runs work that takes one unit, once the holder's share has room. `signal` cancels the wait. */
export type Shares<Holder> = <Result>(
  holder: Holder,
  work: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

type Entry = { enter: () => void; refuse: () => void; since: number };
type Lane<Holder> = { holder: Holder; entries: Set<Entry> };

/** Divides `size` units so that no holder takes all of them. Work beyond a share waits in a bounded queue. */
export function createShares<Holder>(rules: ShareRules<Holder>): Shares<Holder> {
  const { size, namesOf, turnOf, maxWaitMs, maxWaiting, callersOf = () => [] } = rules;
  const held = new Map<string, number>();
  const lanes = new Map<string, Lane<Holder>>();
  const waitingOf = new Map<string, number>();
  let free = size;
  let waiting = 0;

  const heldBy = (name: string) => held.get(name) ?? 0;
  const change = (holder: Holder, by: 1 | -1) => {
    free -= by;
    for (const name of namesOf(holder)) add(held, name, by);
  };
  const hasRoom = (holder: Holder) => free > 0 && rules.hasRoom(holder, { left: free - 1, heldBy });
  const next = () => {
    let best: { lane: Lane<Holder>; first: Entry; weights: number[] } | undefined;
    for (const lane of lanes.values()) {
      if (!hasRoom(lane.holder)) continue;
      const first = firstOf(lane);
      const weights = [...turnOf(lane.holder).map(heldBy), first.since];
      if (best === undefined || comesBefore(weights, best.weights)) best = { lane, first, weights };
    }
    return best;
  };
  const leave = (lane: Lane<Holder>, entry: Entry) => {
    if (!lane.entries.delete(entry)) return;
    waiting -= 1;
    for (const caller of callersOf(lane.holder)) add(waitingOf, caller, -1);
    if (lane.entries.size === 0) lanes.delete(laneName(lane.holder));
  };
  const release = (holder: Holder) => {
    change(holder, -1);
    for (let candidate = next(); candidate !== undefined; candidate = next()) {
      leave(candidate.lane, candidate.first);
      change(candidate.lane.holder, 1);
      candidate.first.enter();
    }
  };
  const laneName = (holder: Holder) => namesOf(holder).join("\n");
  /** False if no lane is longer than this one would be. */
  const makeRoom = (own: number) => {
    if (waiting < maxWaiting.inAll) return true;
    const longest = [...lanes.values()].reduce((a, b) => (b.entries.size > a.entries.size ? b : a));
    if (longest.entries.size <= own + 1) return false;
    [...longest.entries].at(-1)?.refuse();
    return true;
  };
  const wait = (holder: Holder, signal: AbortSignal | undefined) => {
    const name = laneName(holder);
    const own = lanes.get(name)?.entries.size ?? 0;
    const callers = callersOf(holder);
    const most = Math.max(own, ...callers.map((caller) => waitingOf.get(caller) ?? 0));
    if (most >= maxWaiting.inLane || !makeRoom(own)) throw rules.busy();
    const lane = lanes.get(name) ?? { holder, entries: new Set() };
    lanes.set(name, lane);
    return new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", refuse);
      };
      const refuse = () => {
        end();
        leave(lane, entry);
        reject(rules.busy());
      };
      const enter = () => {
        end();
        resolve();
      };
      const timer = setTimeout(refuse, maxWaitMs);
      signal?.addEventListener("abort", refuse);
      const entry = { enter, refuse, since: performance.now() };
      lane.entries.add(entry);
      waiting += 1;
      for (const caller of callers) add(waitingOf, caller, 1);
    });
  };

  return async (holder, work, signal) => {
    // A waiting lane goes first: later callers must not overtake it.
    if (hasRoom(holder) && !lanes.has(laneName(holder))) change(holder, 1);
    else await wait(holder, signal);
    try {
      return await work();
    } finally {
      release(holder);
    }
  };
}

function add(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

function firstOf<Holder>({ entries }: Lane<Holder>): Entry {
  for (const entry of entries) return entry;
  throw new Error("a lane is removed with its last entry");
}

/** Compares element by element, like strings. */
function comesBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((weight, i) => weight !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}
