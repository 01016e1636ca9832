import { expect, test } from "vitest";
import { answerSize, calculable, fieldsOf } from "./size-answer.ts";

const charts = [
  {
    name: "Women",
    columns: ["Size", "Bust", "Waist", "EU", "UK"],
    rows: [
      ["S", "84", "66", "36", "8"],
      ["M", "88", "70", "38", "10"],
    ],
  },
  {
    name: "Men",
    columns: ["Size", "Chest"],
    rows: [
      ["S", "92"],
      ["M", "98"],
    ],
  },
  { name: "Accessories", columns: ["Size", "Fit"], rows: [["S", "small"]] },
];
const ask = (query: string) => answerSize(charts, new URLSearchParams(query), "IT");

test.each([
  ["chart=women&chest=88&waist=70&fit=regular", "Your size is M (EU 38, UK 10)."],
  ["chart=women&chest=33&unit=in&fit=close", "Your size is S (EU 36, UK 8)."],
  ["chart=men&chest=95&fit=loose", "You are between S and M: for a loose fit take M."],
  ["chart=women&hips=90&fit=regular", "Enter at least one of these: bust, waist."],
  ["chart=none&chest=84&fit=nobody", "Your size is S (EU 36, UK 8)."],
  ["chart=men", null],
])("%s gives %j", (query, text) => {
  expect(ask(query).text).toBe(text);
});

const shoes = {
  name: "Shoes",
  columns: ["EU", "UK", "CM"],
  rows: [
    ["38", "5", "24"],
    ["39", "6", "24.7"],
  ],
};

test.each([
  ["chart=women&foot=24&fit=regular", "Shoes: Your size is 38 (UK 5)."],
  [
    "chart=women&waist=70&foot=24&fit=regular",
    "Your size is M (EU 38, UK 10). Shoes: Your size is 38 (UK 5).",
  ],
  ["chart=shoes&foot=24&fit=regular", "Your size is 38 (UK 5)."],
  ["chart=shoes&chest=88&fit=regular", "Enter your foot length."],
])("with a shoe chart, %s gives %j", (query, text) => {
  const params = new URLSearchParams(query);
  expect(answerSize([...charts, shoes], params, "IT").text).toBe(text);
});

test("an invalid length is reported at its field, with what was typed", () => {
  expect(ask("chart=women&chest=big&waist=70&fit=close")).toEqual({
    chart: "women",
    unit: "cm",
    fit: "close",
    typed: { chest: "big", waist: "70" },
    text: null,
    errors: { chest: "Enter centimeters, e.g. 88.5." },
  });
});

const errorsOf = (query: string) => ask(`chart=women&fit=close&${query}`).errors;

test("asks about the unit if a length is plausible only in the other unit", () => {
  const inches = "Did you mean inches? Choose inches above.";
  expect(errorsOf("chest=34&waist=27")).toEqual({ chest: inches, waist: inches });
  expect(errorsOf("unit=in&chest=88")).toEqual({
    chest: "Did you mean centimeters? Choose centimeters above.",
  });
  for (const plain of ["chest=88&waist=70", "unit=in&chest=34.5&waist=27"])
    expect(errorsOf(plain)).toEqual({});
  expect(errorsOf("chest=5")).toEqual({
    chest: "Check this measurement. Most are 60 to 160 cm.",
  });
});

const unitIn = (country: string, query = "") =>
  answerSize(charts, new URLSearchParams(query), country).unit;

test("starts with inches in a country that measures in inches", () => {
  expect([unitIn("US"), unitIn("PT"), unitIn("US", "unit=cm")]).toEqual(["in", "cm", "cm"]);
});

test("uses only charts with body measurements, and shows no calculator without one", () => {
  expect(calculable(charts).map(({ name }) => name)).toEqual(["Women", "Men"]);
  expect(answerSize([], new URLSearchParams("fit=close"), "IT").chart).toBeNull();
});

test("asks only for measurements in the store's charts", () => {
  const shoes = { name: "Shoes", columns: ["EU", "CM"], rows: [["38", "24"]] };
  const women = { name: "Women", columns: ["Size", "Bust", "Waist"], rows: [["S", "84", "66"]] };
  expect(fieldsOf([shoes]).map(({ name }) => name)).toEqual(["foot"]);
  expect(fieldsOf([women, shoes]).map(({ name }) => name)).toEqual(["chest", "waist", "foot"]);
});
