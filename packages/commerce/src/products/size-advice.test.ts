import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  adviceText,
  adviseSize,
  bodyMeasurementsOf,
  lengthTyped,
  preferredFits,
  readLength,
} from "./size-advice.ts";

const sizes = ["XS", "S", "M", "L"];
const measure = (label: string, ...lengths: number[]) => ({
  label,
  bySize: Object.fromEntries(lengths.map((length, i) => [sizes[i] ?? "", length])),
});
const women = [
  measure("Bust", 80, 84, 88, 94),
  measure("Waist", 62, 66, 70, 76),
  measure("Hips", 88, 92, 96, 102),
];

describe("the advice", () => {
  test.each([
    [{ Bust: 84 }, "regular", "Your size is S."],
    [{ Bust: 85 }, "loose", "Your size is S."],
    [{ Bust: 86 }, "close", "You are between S and M: for a close fit take S."],
    [{ Bust: 86 }, "regular", "You are between S and M: for a regular fit take M."],
    [{ Bust: 85.5 }, "regular", "You are between S and M: for a regular fit take S."],
    [{ Bust: 85.5 }, "loose", "You are between S and M: for a loose fit take M."],
    [{ Bust: 88, Waist: 70 }, "regular", "Your size is M."],
    [{ Bust: 94, Waist: 66 }, "regular", "Take L. Your waist alone suggests S."],
    [{ Bust: 94, Hips: 92 }, "regular", "Take L. Your hips alone suggest S."],
    [{ Bust: 94, Waist: 66, Hips: 92 }, "regular", "Take L. Your waist and hips alone suggest S."],
    [{ Bust: 79 }, "regular", "Your size is XS."],
    [
      { Bust: 70 },
      "regular",
      "Your measurements are below our smallest size: XS will sit loosely.",
    ],
    [{ Bust: 110 }, "loose", "Your measurements are above our largest size: L may be tight."],
  ] as const)("%j for a %s fit", (body, fit, text) => {
    const advice = adviseSize(women, sizes, body, fit);
    expect(advice && adviceText(advice, fit)).toBe(text);
  });

  test("is null without a measurement of the chart, or with fewer than two distinct sizes", () => {
    expect(adviseSize(women, sizes, { Foot: 24 }, "regular")).toBeNull();
    expect(adviseSize(women, ["M"], { Bust: 88 }, "regular")).toBeNull();
    expect(adviseSize([measure("Bust", 90, 90, 90, 90)], sizes, { Bust: 90 }, "close")).toBeNull();
    expect(adviseSize([], sizes, { Bust: 88 }, "regular")).toBeNull();
  });

  test("ignores sizes the chart doesn't list", () => {
    const chart = [{ label: "Bust", bySize: { S: 84, L: 94 } }];
    expect(adviseSize(chart, sizes, { Bust: 94 }, "regular")).toMatchObject({ size: "L" });
    expect(adviseSize(chart, sizes, { Bust: 89 }, "regular")?.between).toEqual(["S", "L"]);
  });
});

describe("for any chart", () => {
  const steps = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 4, maxLength: 4 });
  const chart = fc
    .tuple(fc.integer({ min: 30, max: 90 }), steps, fc.integer({ min: 30, max: 90 }), steps)
    .map(([a, up, b, wide]) => [ladder("Bust", a, up), ladder("Waist", b, wide)]);
  const length = fc.integer({ min: 200, max: 1500 }).map((n) => n / 10);
  const fits = fc.constantFrom(...preferredFits);

  test("a body that matches a row gets that size, whatever the fit", () => {
    fc.assert(
      fc.property(chart, fc.constantFrom(...sizes), fits, (measurements, size, fit) => {
        const body = Object.fromEntries(measurements.map((one) => [one.label, one.bySize[size]]));
        expect(adviseSize(measurements, sizes, body, fit)).toEqual({
          size,
          between: null,
          beyond: null,
          otherwise: [],
        });
      }),
    );
  });

  test("a larger body or a looser fit never gets a smaller size", () => {
    fc.assert(
      fc.property(chart, length, length, length, (measurements, bust, waist, more) => {
        const rank = (Bust: number, fit: (typeof preferredFits)[number]) =>
          sizes.indexOf(adviseSize(measurements, sizes, { Bust, Waist: waist }, fit)?.size ?? "");
        const ranks = preferredFits.map((fit) => rank(bust, fit));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        for (const fit of preferredFits)
          expect(rank(bust + more, fit)).toBeGreaterThanOrEqual(rank(bust, fit));
      }),
    );
  });
});

test("a store's chart is read in the column that has the product's sizes", () => {
  const shoes = {
    columns: ["US", "EU", "CM"],
    rows: [
      ["5 W", "36", "22.7"],
      ["6 W", "37", "23-23.6"],
      ["7 W", "38", ""],
    ],
  };
  expect(bodyMeasurementsOf(shoes, ["36", "37", "38", "39"])).toEqual({
    measurements: [{ label: "Foot", bySize: { 36: 22.7, 37: 23.3 } }],
    sizes: ["36", "37", "38"],
  });
  expect(bodyMeasurementsOf(shoes).sizes).toEqual(["5 W", "6 W", "7 W"]);
  expect(bodyMeasurementsOf({ columns: ["Size", "Fit"], rows: [["S", "small"]] })).toEqual({
    measurements: [],
    sizes: ["S"],
  });
  expect(bodyMeasurementsOf({ columns: [], rows: [] })).toEqual({ measurements: [], sizes: [] });
});

test.each([
  ["88", "cm", 88],
  [" 88,5 ", "cm", 88.5],
  ["34 1/2", "in", 87.63],
  ["34½", "in", 87.63],
  ["34.5", "in", 87.63],
  ["0", "cm", null],
  ["301", "cm", null],
  ["200", "in", null],
  ["88 cm", "cm", null],
  ["-3", "cm", null],
  ["", "cm", null],
] as const)("%j %s is %j cm", (text, unit, centimeters) => {
  expect(lengthTyped(text, unit)).toBe(centimeters);
});

test.each([
  ["Foot", "24.5", "cm", { centimeters: 24.5 }],
  ["Foot", "52", "cm", { centimeters: 52 }],
  ["Foot", "99", "cm", { error: "Check this measurement. Most are 15 to 35 cm." }],
  ["Foot", "38", "in", { error: "Check this measurement. Most are 6 to 14 in." }],
  ["Foot", "25", "in", { error: "Did you mean centimeters? Choose centimeters above." }],
  ["Bust", "34", "cm", { error: "Did you mean inches? Choose inches above." }],
  ["Bust", "8", "cm", { error: "Check this measurement. Most are 60 to 160 cm." }],
  ["Bust", "200", "cm", { centimeters: 200 }],
  ["Waist", "x", "cm", { error: "Enter centimeters, e.g. 88.5." }],
  ["Waist", "x", "in", { error: "Enter inches, e.g. 34 1/2." }],
] as const)("%s: %s %s is read, or corrected if it can't be meant", (label, text, unit, found) => {
  expect(readLength(label, text, unit)).toEqual(found);
});

function ladder(label: string, start: number, grown: readonly number[]) {
  let at = start;
  return measure(label, ...grown.map((step) => (at += step)));
}
