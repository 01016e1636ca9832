import { describe, expect, test } from "vitest";
import { excessCost } from "#tests/costs.ts";
import { boundsOf } from "./input-bounds.ts";
import { openToAll, take, worstBodies } from "./worst-bodies.fixture.ts";

/** A rejection has a fixed cost, however small the body: messages, paths, an error. */
const bound = { maxRatio: 3, extraMs: 0.5 };

function parse(json: Buffer): void {
  try {
    JSON.parse(json.toString());
  } catch {
    // Not JSON. The time to detect this counts too.
  }
}

describe("bodies of anonymous callers", () => {
  test.each(openToAll)(
    "$name: the worst body costs at most three times JSON.parse",
    async (named) => {
      const { endpoint } = named;
      if (endpoint.body === undefined) throw new Error("openToAll takes bodies");
      const bounds = boundsOf(endpoint.body, named.name);
      const wrong: string[] = [];
      for (const { kind, json } of worstBodies(endpoint)) {
        const run = () => take(endpoint, bounds, json);
        const excess = await excessCost(run, () => parse(json), bound);
        if (excess !== null) wrong.push(`${kind}: ${excess}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
