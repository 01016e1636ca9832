import { describe, expect, test } from "vitest";
import { createShares } from "./fair-shares.ts";

/** `turns`: a path from wide to narrow, such as ["a", "a1"]. The last name also identifies the holder in results. */
type Holder = { turns: readonly string[]; groups?: readonly (readonly string[])[] };

/** Shares of four units, at most two under each name. Counts the holders that were examined. */
function desk(maxWaiting = { ofName: 10_000, inAll: 10_000 }) {
  let looked = 0;
  const order: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const shares = createShares<Holder>({
    size: 4,
    namesOf: ({ turns, groups = [turns] }) => ({ held: turns, turns, groups }),
    fullName({ turns }, { heldBy }) {
      looked += 1;
      return turns.find((name) => heldBy(name) >= 2) ?? null;
    },
    maxWaiting,
    busy: () => new Error("busy"),
  });
  const ask = (turns: readonly string[], groups?: Holder["groups"], signal?: AbortSignal) => {
    const name = turns.at(-1) ?? "";
    const work = Promise.withResolvers<void>();
    const run = () => {
      order.push(name);
      ends.push(work.resolve);
      return work.promise;
    };
    const holder = groups === undefined ? { turns } : { turns, groups };
    shares(holder, run, signal).catch(() => refused.push(name));
  };
  /** Ends the work that began first. Returns how many holders were examined then. */
  const endFirst = async () => {
    const before = looked;
    ends.shift()?.();
    await settle();
    return looked - before;
  };
  return { ask, order, refused, endFirst };
}

function settle(): Promise<unknown> {
  return new Promise(setImmediate);
}

test("only work that has to wait says so", async () => {
  const shares = createShares<string>({
    size: 1,
    namesOf: (name) => ({ held: [name], turns: [name], groups: [[name]] }),
    fullName: () => null,
    maxWaiting: { ofName: 10, inAll: 10 },
    busy: () => new Error("busy"),
  });
  const first = Promise.withResolvers<void>();
  const waiting: string[] = [];
  const running = ["a", "b"].map((name) =>
    shares(
      name,
      () => first.promise,
      undefined,
      () => waiting.push(name),
    ),
  );
  await settle();
  expect(waiting).toEqual(["b"]);
  first.resolve();
  await Promise.all(running);
});

test("a pause comes before all work, and says whether the work has waited", async () => {
  const paused: boolean[] = [];
  const shares = createShares<string>({
    size: 1,
    namesOf: (name) => ({ held: [name], turns: [name], groups: [[name]] }),
    fullName: () => null,
    pause: async (hasWaited) => void paused.push(hasWaited),
    maxWaiting: { ofName: 10, inAll: 10 },
    busy: () => new Error("busy"),
  });
  await shares("a", settle);
  await Promise.all([shares("a", settle), shares("a", settle)]);
  expect(paused).toEqual([false, false, true]);
});

describe("a release examines", () => {
  test("one holder of each full name, however many wait under it", async () => {
    const { ask, order, endFirst } = desk();
    for (let i = 0; i < 5000; i += 1) ask(["a", "a1", `a1 ${i}`]);
    for (let i = 0; i < 5000; i += 1) ask(["b", `b${i}`]);
    expect(order).toHaveLength(4);
    expect(await endFirst()).toBeLessThanOrEqual(4);
    expect(order).toHaveLength(5);
  });

  test("as few holders if one name at its limit waits among many others", async () => {
    const { ask, order, endFirst } = desk();
    for (let i = 0; i < 5000; i += 1) ask([`store ${i}`, "network", `network ${i % 9}`]);
    ask(["c"]);
    ask(["d"]);
    for (let i = 0; i < 3; i += 1) ask(["e", `e${i}`]);
    expect(order).toEqual(["network 0", "network 1", "c", "d"]);
    expect(await endFirst()).toBeLessThanOrEqual(4);
    expect(order.at(-1)).toBe("e0");
  });
});

describe("among waiting holders", () => {
  test("equals take turns, and the one that holds less goes first", async () => {
    const { ask, order, endFirst } = desk();
    for (const name of ["a0", "a1", "b0", "c0"]) ask([name.slice(0, 1), name]);
    for (const name of ["b1", "b2", "d0", "d1", "e0"]) ask([name.slice(0, 1), name]);
    for (let i = 0; i < 5; i += 1) await endFirst();
    expect(order.slice(4)).toEqual(["d0", "e0", "b1", "d1", "b2"]);
  });

  test("the longest lane under a full name gives way, in each of its groups", async () => {
    const { ask, refused } = desk({ ofName: 4, inAll: 100 });
    for (let i = 0; i < 4; i += 1) ask([`busy ${i}`], []);
    for (let i = 0; i < 4; i += 1) ask([`w${i}`], [["shop"], ["net", "net 1"]]);
    ask(["x"], [["shop"], ["other"]]);
    ask(["y"], [["another shop"], ["net", "net 1"]]);
    ask(["z"], [["another shop"], ["net", "net 2"]]);
    await settle();
    expect(refused).toEqual(["x", "y"]);
  });

  test("the longest lane under any name gives way when too many wait in total", async () => {
    const { ask, refused } = desk({ ofName: 100, inAll: 6 });
    for (let i = 0; i < 4; i += 1) ask([`busy ${i}`], []);
    for (let i = 0; i < 6; i += 1) ask([`shop ${i}`], [["net"]]);
    ask(["shop of another"], [["another net"]]);
    ask(["shop of a third"], [["net"]]);
    await settle();
    expect(refused.toSorted()).toEqual(["shop 5", "shop of a third"]);
  });

  test("nothing is kept for a caller who has already left", async () => {
    const { ask, order, refused } = desk();
    ask(["a"], undefined, AbortSignal.abort());
    await settle();
    expect([order, refused]).toEqual([[], ["a"]]);
  });
});
