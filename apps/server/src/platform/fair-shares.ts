export type Counts = {
  /** How many stay free once another one is taken. */
  left: number;
  /** How many are held under a name. */
  heldBy: (name: string) => number;
};

export type ShareRules<Holder> = {
  size: number;
  /** What a holder counts under. Holders of the same names wait in one lane. */
  namesOf: (holder: Holder) => readonly string[];
  hasRoom: (holder: Holder, counts: Counts) => boolean;
  /** Names in the order of their weight: of those that wait, whoever holds least under the first goes first. */
  turnOf: (holder: Holder) => readonly string[];
  maxWaitMs: number;
  /** Beyond `inAll` the last of the longest lane gives way. */
  maxWaiting: { inLane: number; inAll: number };
  /** What is thrown where too many wait, or one waits too long. */
  busy: () => Error;
};

/** Runs work that takes one of them, once the holder's share has room. `signal` gives the place up while it waits. */
export type Shares<Holder> = <Result>(
  holder: Holder,
  work: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

type Waiter = { enter: () => void; refuse: () => void; since: number };
type Lane<Holder> = { holder: Holder; waiters: Set<Waiter> };

/** Divides what there is `size` of, so that nobody takes all of it. What is beyond a share waits in a bounded queue. */
export function createShares<Holder>(rules: ShareRules<Holder>): Shares<Holder> {
  const { size, namesOf, turnOf, maxWaitMs, maxWaiting } = rules;
  const held = new Map<string, number>();
  const lanes = new Map<string, Lane<Holder>>();
  let free = size;
  let waiting = 0;

  const heldBy = (name: string) => held.get(name) ?? 0;
  const change = (holder: Holder, by: 1 | -1) => {
    free -= by;
    for (const name of namesOf(holder)) {
      const count = heldBy(name) + by;
      if (count > 0) held.set(name, count);
      else held.delete(name);
    }
  };
  const hasRoom = (holder: Holder) => free > 0 && rules.hasRoom(holder, { left: free - 1, heldBy });
  const next = () => {
    let best: { lane: Lane<Holder>; first: Waiter; weights: number[] } | undefined;
    for (const lane of lanes.values()) {
      if (!hasRoom(lane.holder)) continue;
      const first = firstOf(lane);
      const weights = [...turnOf(lane.holder).map(heldBy), first.since];
      if (best === undefined || comesBefore(weights, best.weights)) best = { lane, first, weights };
    }
    return best;
  };
  const leave = (lane: Lane<Holder>, waiter: Waiter) => {
    if (!lane.waiters.delete(waiter)) return;
    waiting -= 1;
    if (lane.waiters.size === 0) lanes.delete(laneName(lane.holder));
  };
  const release = (holder: Holder) => {
    change(holder, -1);
    for (let turn = next(); turn !== undefined; turn = next()) {
      leave(turn.lane, turn.first);
      change(turn.lane.holder, 1);
      turn.first.enter();
    }
  };
  const laneName = (holder: Holder) => namesOf(holder).join("\n");
  /** False where no lane is longer than this one would be. */
  const makeRoom = (own: number) => {
    if (waiting < maxWaiting.inAll) return true;
    const longest = [...lanes.values()].reduce((a, b) => (b.waiters.size > a.waiters.size ? b : a));
    if (longest.waiters.size <= own + 1) return false;
    [...longest.waiters].at(-1)?.refuse();
    return true;
  };
  const wait = (holder: Holder, signal: AbortSignal | undefined) => {
    const name = laneName(holder);
    const own = lanes.get(name)?.waiters.size ?? 0;
    if (own >= maxWaiting.inLane || !makeRoom(own)) throw rules.busy();
    const lane = lanes.get(name) ?? { holder, waiters: new Set() };
    lanes.set(name, lane);
    return new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", refuse);
      };
      const refuse = () => {
        end();
        leave(lane, waiter);
        reject(rules.busy());
      };
      const enter = () => {
        end();
        resolve();
      };
      const timer = setTimeout(refuse, maxWaitMs);
      signal?.addEventListener("abort", refuse);
      const waiter = { enter, refuse, since: performance.now() };
      lane.waiters.add(waiter);
      waiting += 1;
    });
  };

  return async (holder, work, signal) => {
    // A lane that waits goes first: who comes later must not overtake it.
    if (hasRoom(holder) && !lanes.has(laneName(holder))) change(holder, 1);
    else await wait(holder, signal);
    try {
      return await work();
    } finally {
      release(holder);
    }
  };
}

function firstOf<Holder>({ waiters }: Lane<Holder>): Waiter {
  for (const waiter of waiters) return waiter;
  throw new Error("a lane is dropped with its last waiter");
}

/** Element by element, as texts are compared. */
function comesBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((weight, i) => weight !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}
