import { expect, test } from "vitest";
import { distinctPictures, repeatedPictures, sheetSpans } from "./sheet-spans.ts";

test("every row is full for any number of sheets", () => {
  for (let count = 1; count <= 30; count++) {
    const spans = sheetSpans(count);
    expect(spans).toHaveLength(count);
    const wide = spans.map((span) => Number(/lg:col-span-(\d+)$/.exec(span)?.[1]));
    const narrow = spans.map((span) => (span.includes("max-lg:col-span-2") ? 2 : 1));
    expect([count, remainder(wide, 12)]).toEqual([count, 0]);
    expect([count, remainder(narrow, 2)]).toEqual([count, 0]);
  }
});

test("two collections never show the same product if they have others", () => {
  const [a, b] = [{ url: "a" }, { url: "b" }];
  expect(distinctPictures([[a, b], [a, b], [a], []])).toEqual([a, b, a, null]);
});

test("requests more images only for collections whose first image is already shown, up to a limit", () => {
  const [a, b] = [{ url: "a" }, { url: "b" }];
  expect(repeatedPictures([a, null, b, a, b, a], 6)).toEqual([3, 4, 5]);
  expect(
    repeatedPictures(
      Array.from({ length: 100 }, () => a),
      6,
    ),
  ).toEqual([1, 2, 3, 4, 5, 6]);
});

/** How many columns of the last row are used when the collections are placed one after another. */
function remainder(spans: readonly number[], columns: number): number {
  return spans.reduce((used, span) => {
    expect(used + span).toBeLessThanOrEqual(columns);
    return (used + span) % columns;
  }, 0);
}
