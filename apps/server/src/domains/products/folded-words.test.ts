import { expect, test } from "vitest";
import { countFolds } from "#tests/count-folds.ts";
import { planOptions } from "./option-changes.ts";
import { pictureColorsOf } from "./picture-colors.ts";
import { joinOptions } from "./variants/combinations.ts";

const named = (prefix: string) =>
  Array.from({ length: 200 }, (_, i) => ({ value: `${prefix}${i}`, swatch: null }));
const colors = [{ name: "Color", values: named("Σ") }];

const add = () => joinOptions(colors, [{ name: "COLOR", values: named("Ω") }]);

test("the colors of 200 pictures are found among 200 colors, each folded once", () => {
  const find = () => {
    const colorOf = pictureColorsOf(colors);
    return colors[0]?.values.map(({ value }) => colorOf(value.toLowerCase()));
  };
  expect(find()).toEqual(colors[0]?.values.map(({ value }) => value));
  expect(countFolds(find)).toBeLessThan(1000);
  expect(pictureColorsOf([{ name: "Color", values: named("c").slice(0, 2) }])("red")).toEqual({
    error: "The product has no such color. Use one of c0, c1.",
  });
  expect(pictureColorsOf(colors)("red")).toEqual({
    error: expect.stringMatching(/Σ18, Σ19 and 180 more\.$/),
  });
});

test("200 values are added to 200 values, each folded once", () => {
  expect(add()[0]?.values).toHaveLength(400);
  expect(countFolds(add)).toBeLessThan(1000);
});

test("200 values are edited, each folded once", () => {
  const values = named("Ω").map(({ value }, i) => ({ value, previousValue: `σ${i}` }));
  const edit = () => planOptions(colors, [], [{ name: "Color", values }], false);
  expect(edit().values[7]).toEqual({ option: "Color", was: "Σ7", now: "Ω7" });
  expect(countFolds(edit)).toBeLessThan(2000);
});
