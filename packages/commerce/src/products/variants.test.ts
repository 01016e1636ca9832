import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chooseVariant,
  discountPercent,
  isAvailable,
  sortVariants,
  uniqueSlugs,
  variantName,
  variantSlug,
} from "./variants.ts";

// Texts of any code points, including lone surrogates. fast-check's own arbitrary for these takes a second to set up.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
  .map((codePoints) => String.fromCodePoint(...codePoints));

const options = [
  { name: "Color", values: [{ value: "Navy" }, { value: "Black" }] },
  { name: "Size", values: [{ value: "S" }, { value: "M" }, { value: "L" }] },
];

function variant(color: string, size: string, price: number, stock: number) {
  const name = variantName({ Color: color, Size: size }, ["Color", "Size"]);
  return { slug: variantSlug(name), price, stock, options: { Color: color, Size: size } };
}

describe("the name", () => {
  test.each([
    [{ Size: "M", Color: "Navy" }, ["Color", "Size"], "Navy / M"],
    [{ Size: "M" }, ["Color", "Size"], "M"],
    [{}, [], "One Size"],
    [{}, ["Color"], "One Size"],
    [{ Color: "Navy" }, ["constructor"], "One Size"],
  ])("of %j in the order %j is %s", (options, order, name) => {
    expect(variantName(options, order)).toBe(name);
  });
});

describe("the slug", () => {
  test.each([
    ["Navy / M", "navy-m"],
    ["One Size", "one-size"],
    ["  Off White/ XL  ", "off-white-xl"],
    ["Sand -- 38.5", "sand-38-5"],
    ["Écru / M", "écru-m"],
    ["E\u0301cru", "écru"],
    ["ネイビー / M", "ネイビー-m"],
    ["नीला", "नीला"],
    ["navy-/-m", "navy-m"],
    ["???", ""],
    ["❤️ / M", "m"],
    ["❤️", ""],
    ["1️⃣", "1\u20e3"],
  ])("of %j is %j", (name, slug) => {
    expect(variantSlug(name)).toBe(slug);
  });

  test("of a slug is the slug itself, unchanged", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const slug = variantSlug(name);
        expect(variantSlug(slug)).toBe(slug);
        expect(slug).not.toMatch(/[\s/?#&=+%]|--|^-|-$/);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("slugs of one product", () => {
  test.each([
    [
      ["Navy / M", "Navy M", "navy-m"],
      ["navy-m", "navy-m-2", "navy-m-3"],
    ],
    [
      ["A", "A", "A 2"],
      ["a", "a-3", "a-2"],
    ],
    [
      ["?", "!", "Variant"],
      ["variant", "variant-2", "variant-3"],
    ],
    [[], []],
  ])("of %j are %j", (names, slugs) => {
    expect(uniqueSlugs(names)).toEqual(slugs);
  });

  test("are unique, never empty, and stable", () => {
    const name = fc.oneof(anyText, fc.constantFrom("A", "a", "A 2", "a-2-2"));
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const slugs = uniqueSlugs(names);
        expect(new Set(slugs).size).toBe(names.length);
        expect(slugs).not.toContain("");
        expect(uniqueSlugs(slugs)).toEqual(slugs);
      }),
    );
  });
});

test("variants sort by price, then in the order of the options", () => {
  const sorted = sortVariants(
    [
      variant("Black", "S", 50, 1),
      variant("Navy", "L", 50, 1),
      variant("Olive", "S", 50, 1),
      variant("Navy", "S", 50, 1),
      variant("Black", "M", 40, 1),
    ],
    options,
  );
  expect(sorted.map(({ slug }) => slug)).toEqual([
    "black-m",
    "navy-s",
    "navy-l",
    "black-s",
    "olive-s",
  ]);
});

test("sorting looks up each option value about once, however many variants there are", () => {
  let looks = 0;
  const values = Array.from({ length: 500 }, (_, i) => ({
    get value() {
      looks += 1;
      return `S${i}`;
    },
  }));
  const variants = values.map((_, i) => ({ price: 1, options: { Size: `S${(i * 7) % 500}` } }));
  const sorted = sortVariants(variants, [{ name: "Size", values }]);
  expect(sorted.map(({ options }) => options.Size).slice(0, 3)).toEqual(["S0", "S1", "S2"]);
  expect(looks).toBeLessThan(5000);
});

describe("the variant chosen on load", () => {
  const variants = [
    variant("Navy", "S", 60, 3),
    variant("Navy", "M", 40, 0),
    variant("Black", "M", 50, 1),
    variant("Black", "L", 50, 1),
  ];

  test.each([
    ["navy-s", "navy-s"],
    ["navy-m", "navy-m"],
    ["Black / L", "black-l"],
    ["black-/-l", "black-l"],
    ["pink", "black-m"],
    ["", "black-m"],
    [undefined, "black-m"],
    [null, "black-m"],
  ])("for %j in the URL is %s", (slug, chosen) => {
    expect(chooseVariant(variants, slug)?.slug).toBe(chosen);
  });

  test("is the cheapest if none is available", () => {
    const soldOut = variants.map(({ slug, price }) => ({ slug, price, stock: 0 }));
    expect(chooseVariant(soldOut)?.slug).toBe("navy-m");
  });

  test("prefers an exact slug to one that only looks alike", () => {
    const twins = [
      { ...variant("Navy", "M", 50, 1), slug: "navy-m" },
      { ...variant("Navy", "M", 50, 1), slug: "navy-m-2" },
    ];
    expect(chooseVariant(twins, "navy-m-2")?.slug).toBe("navy-m-2");
  });

  test("is undefined without variants", () => {
    expect(chooseVariant([], "navy-s")).toBeUndefined();
    const renamed = [
      { ...variant("Navy", "M", 5, 1), name: "Blue / M" },
      variant("Red", "M", 4, 1),
    ];
    for (const slug of ["navy-m", "blue-m", "Blue / M"])
      expect(chooseVariant(renamed, slug)?.slug).toBe("navy-m");
  });
});

test.each([
  [{ stock: 1 }, true],
  [{ stock: 0 }, false],
  [{ stock: -1 }, false],
  [{ stock: 0, backorderAllowed: true }, true],
  [{ stock: 0, available: true }, true],
  [{ stock: 3, available: false }, false],
])("%j is available: %s", (variant, available) => {
  expect(isAvailable(variant)).toBe(available);
});

describe("a reduction", () => {
  test.each([
    [50, 100, 50],
    [79.99, 100, 20],
    [19.9, 29.9, 33],
    [199, 200, 1],
    [0.995, 1, 1],
    [199.5, 200, null],
    [0, 40, 100],
    [100, 100, null],
    [120, 100, null],
    [100, null, null],
    [100, 0, null],
    [Number.NaN, 100, null],
  ])("from %d to %d is %j percent", (price, regularPrice, percent) => {
    expect(discountPercent(price, regularPrice)).toBe(percent);
  });
});
