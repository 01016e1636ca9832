import { expect, test } from "vitest";
import { inInches } from "@vetrina/commerce/products/inches";
import { chartKey } from "./measurement-charts.ts";

const women = {
  name: "Women",
  columns: ["Size", "Bust", "Waist", "EU", "UK"],
  rows: [["XS", "80", "62-64", "36", "8"]],
};

test("converts measurements to inches in quarters, keeps sizes, and doesn't change the chart itself", () => {
  expect(inInches(women).rows).toEqual([["XS", "31½", "24½-25¼", "36", "8"]]);
  expect(women.rows[0]?.[1]).toBe("80");
});

test("converts the heading and the foot length", () => {
  const shoes = { name: "Shoes", columns: ["EU", "CM"], rows: [["36", "22.7"]] };
  expect(inInches(shoes)).toMatchObject({ columns: ["EU", "Inches"], rows: [["36", "9"]] });
});

test("converts measurements within a sentence", () => {
  const gloves = {
    name: "Accessories",
    columns: ["Size", "Description", "Fit"],
    rows: [["XS", "Gloves 6.5, belts to 70 cm", "Hand 16-17 cm around"]],
  };
  expect(inInches(gloves).rows[0]).toEqual([
    "XS",
    "Gloves 6.5, belts to 27½ in",
    "Hand 6¼-6¾ in around",
  ]);
});

test("a chart is identified by its name", () => {
  expect(chartKey({ name: "Women's shoes" })).toBe("women-s-shoes");
});
