import { expect, test } from "vitest";
import { spanOf } from "./sheet-spans.ts";

test("every row is full, however many sheets there are", () => {
  for (let count = 1; count <= 30; count++) {
    const spans = Array.from({ length: count }, (_, index) => spanOf(index, count));
    const wide = spans.map((span) => Number(/lg:col-span-(\d+)$/.exec(span)?.[1]));
    const narrow = spans.map((span) => (span.includes("max-lg:col-span-2") ? 2 : 1));
    expect([count, remainder(wide, 12)]).toEqual([count, 0]);
    expect([count, remainder(narrow, 2)]).toEqual([count, 0]);
  }
});

/** What is left in the last row when each sheet has gone into the first row with room, in order. */
function remainder(spans: readonly number[], columns: number): number {
  return spans.reduce((used, span) => {
    expect(used + span).toBeLessThanOrEqual(columns);
    return (used + span) % columns;
  }, 0);
}
