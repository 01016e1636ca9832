import { expect, test, vi } from "vitest";
import type { VariantInput } from "@vetrina/contract/catalogue/product-inputs";
import { facetValue, linkOf, planVariants } from "./rules.ts";

test("links consist of the letters and digits of a name", () => {
  const table: [string, string][] = [
    ["Café Coat, No. 2", "cafe-coat-no-2"],
    ["Men's  T-Shirt!", "mens-t-shirt"],
    ["Größe ÅÄÖ", "große-aao"],
    ["中文 裙子", "中文-裙子"],
    ["--", "product"],
    ["🧥", "product"],
    [`${"a".repeat(179)} b`, "a".repeat(179)],
    [`a${"𠀀".repeat(100)}`, `a${"𠀀".repeat(89)}`],
  ];
  for (const [name, link] of table) expect([name, linkOf(name)]).toEqual([name, link]);
  expect(facetValue(" Off  White/Blue ")).toBe("off-white-blue");
});

const variant = (options: Record<string, string>, price = 10): VariantInput => ({
  options,
  price,
  stock: 0,
});

test("positions follow the options' order, and existing slugs are unchanged", () => {
  const options = [{ name: "Size", values: ["S", "M"].map((value) => ({ value, swatch: null })) }];
  const plan = planVariants(options, [variant({ Size: "S" }), variant({ SIZE: " l " })], "USD", [
    { slug: "s", options: { Size: "M" } },
  ]);
  expect(plan.variants.map(({ name, slug, position }) => [name, slug, position])).toEqual([
    ["S", "s-2", 0],
    ["l", "l", 2],
  ]);
  expect(plan.standingPositions).toEqual([1]);
  expect(plan.options[0]?.values.map(({ value }) => value)).toEqual(["S", "M", "l"]);
  expect(options[0]?.values).toHaveLength(2);
});

test("a name that is a JavaScript property is an ordinary name", () => {
  const odd = JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>;
  const plan = planVariants([], [variant(odd)], "USD");
  expect(plan.variants[0]?.name).toBe("x / y");
});

test("the names of options are folded once, not for each variant", () => {
  const variants = Array.from({ length: 300 }, (_, i) =>
    variant({ Size: `${i % 20}`, Fit: `${Math.floor(i / 20)}` }),
  );
  const options = ["Size", "Fit"].map((name) => ({ name, values: [] }));
  const folds = vi.spyOn(String.prototype, "toLowerCase");
  try {
    planVariants(options, variants, "USD");
    const names = folds.mock.contexts.map(String).filter((text) => /Size|Fit/.test(text));
    expect(names.length).toBeLessThan(50);
  } finally {
    folds.mockRestore();
  }
});

const planned = (value: string) => planVariants([], [variant({ Color: value })], "USD");

test("an option value that becomes long by normalization is rejected", () => {
  // One character that normalization turns into eighteen.
  const ligature = "\ufdfa";
  expect(planned(ligature.repeat(6)).variants).toHaveLength(1);
  expect(planned("x".repeat(120)).variants).toHaveLength(1);
  for (const value of [ligature.repeat(7), ligature.repeat(120)])
    expect(() => planned(value)).toThrow(/spelled out.*Use a shorter value/);
  const many = Array.from({ length: 150 }, (_, n) => variant({ Color: ligature.repeat(5) + n }));
  expect(() => planVariants([], many.slice(0, 100), "USD")).not.toThrow();
  expect(() => planVariants([], many, "USD")).toThrow(/20,000 characters/);
});
