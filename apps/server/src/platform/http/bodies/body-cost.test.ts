import { describe, expect, test } from "vitest";
import { boundsOf } from "./input-bounds.ts";
import { openToAll, take, worstBodies } from "./worst-bodies.fixture.ts";

const maxRatio = 3;
/** What a refusal costs however small its body is: sentences, paths, an error. */
const refusalMs = 0.5;
const tries = 8;

/** Milliseconds of the processor that one run takes. */
function cost(run: () => unknown, times: number): number {
  const began = process.cpuUsage();
  for (let i = 0; i < times; i += 1) run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / times;
}

function parse(json: Buffer): void {
  try {
    JSON.parse(json.toString());
  } catch {
    // No JSON: what it took to see it counts too.
  }
}

/** The least of several tries, more of them while it looks too expensive: a busy machine only ever adds to one. */
function isCheap(run: () => unknown, yardstick: () => unknown): { ok: boolean; said: string } {
  let [ours, theirs] = [Infinity, Infinity];
  for (let i = 1; i <= tries; i += 1) {
    ours = Math.min(ours, cost(run, i));
    theirs = Math.min(theirs, cost(yardstick, i));
    if (ours <= maxRatio * theirs + refusalMs) return { ok: true, said: "" };
  }
  return { ok: false, said: `${ours.toFixed(2)} ms, JSON.parse ${theirs.toFixed(2)} ms` };
}

describe("bodies of anonymous callers", () => {
  test.each(openToAll)("$name: the worst cost at most three times JSON.parse", (named) => {
    const { endpoint } = named;
    if (endpoint.body === undefined) throw new Error("openToAll takes bodies");
    const bounds = boundsOf(endpoint.body, named.name);
    const wrong = worstBodies(endpoint).flatMap(({ kind, json }) => {
      const { ok, said } = isCheap(
        () => take(endpoint, bounds, json),
        () => parse(json),
      );
      return ok ? [] : [`${kind}: ${said}`];
    });
    expect(wrong).toEqual([]);
  });
});
