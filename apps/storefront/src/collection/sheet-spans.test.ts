import { expect, test } from "vitest";
import { distinctPictures, repeatedPictures, sheetSpans } from "./sheet-spans.ts";

test("every row is full, however many sheets there are", () => {
  for (let count = 1; count <= 30; count++) {
    const spans = sheetSpans(count);
    expect(spans).toHaveLength(count);
    const wide = spans.map((span) => Number(/lg:col-span-(\d+)$/.exec(span)?.[1]));
    const narrow = spans.map((span) => (span.includes("max-lg:col-span-2") ? 2 : 1));
    expect([count, remainder(wide, 12)]).toEqual([count, 0]);
    expect([count, remainder(narrow, 2)]).toEqual([count, 0]);
  }
});

test("no two collections show the same piece as long as they have others", () => {
  const [a, b] = [{ url: "a" }, { url: "b" }];
  expect(distinctPictures([[a, b], [a, b], [a], []])).toEqual([a, b, a, null]);
});

test("more pictures are asked for where an earlier collection shows the same, and of few", () => {
  const [a, b] = [{ url: "a" }, { url: "b" }];
  expect(repeatedPictures([a, null, b, a, b, a], 6)).toEqual([3, 4, 5]);
  expect(
    repeatedPictures(
      Array.from({ length: 100 }, () => a),
      6,
    ),
  ).toEqual([1, 2, 3, 4, 5, 6]);
});

/** What is used of the last row when each sheet stands behind the one before it. */
function remainder(spans: readonly number[], columns: number): number {
  return spans.reduce((used, span) => {
    expect(used + span).toBeLessThanOrEqual(columns);
    return (used + span) % columns;
  }, 0);
}
