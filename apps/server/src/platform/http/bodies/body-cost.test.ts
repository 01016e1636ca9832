// @module-tag slow

import { describe, expect, test } from "vitest";
import { excessCost } from "#tests/costs.ts";
import { boundsOf } from "./input-bounds.ts";
import { openToAll, take, worstBodies } from "./worst-bodies.fixture.ts";

/** A twentieth of the longest tick that a caller may cause. */
const cheapMs = 1;
const smallest = Buffer.from("[]");

function parse(json: Buffer): void {
  try {
    JSON.parse(json.toString());
  } catch {
    // The body is not JSON. The time to detect that counts too.
  }
}

describe("bodies of anonymous callers", () => {
  test.each(openToAll)(
    "$name: the worst body costs at most a millisecond, or three times JSON.parse",
    async (named) => {
      const { endpoint } = named;
      if (endpoint.body === undefined) throw new Error("openToAll takes bodies");
      const bounds = boundsOf(endpoint.body, named.name);
      // A rejection has a fixed cost, even for the smallest body: it creates an error with a path and a message.
      const fixed = { work: () => take(endpoint, bounds, smallest), maxRatio: 4 };
      for (const { kind, json } of worstBodies(endpoint)) {
        const run = () => take(endpoint, bounds, json);
        const excess = await excessCost(run, () => parse(json), { maxRatio: 3, fixed, cheapMs });
        // Includes the kind, so that a failure names the body.
        expect([kind, excess]).toEqual([kind, null]);
      }
    },
  );
});
