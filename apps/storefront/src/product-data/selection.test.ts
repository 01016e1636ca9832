import { describe, expect, test } from "vitest";
import type { PageProduct, PageVariant } from "./page-product.ts";
import { optionKinds } from "./option-kinds.ts";
import { coat, picture } from "./product.fixture.ts";
import {
  cartLineOf,
  choicesOf,
  chooseValues,
  picturesOf,
  sizeChoice,
  technicalDrawing,
  variantName,
} from "./selection.ts";

function named(product: PageProduct, name: string): PageVariant {
  const variant = product.variants.find((variant) => variant.name === name);
  if (!variant) throw new Error(`no variant ${name}`);
  return variant;
}

function values(product: PageProduct, chosen: string, option: string) {
  const choice = choicesOf(product, named(product, chosen)).find(({ name }) => name === option);
  return choice?.values.map(({ value, available, stock, variant }) => [
    value,
    available,
    stock,
    variant.name,
  ]);
}

test("a variant's name contains only options that the product has", () => {
  const product = coat();
  const variant = named(product, "Navy / M");
  expect(variantName(product, variant)).toBe("Navy / M");
  const tag = { ...product, options: [{ name: "Monogram", values: [] }] };
  expect(variantName(tag, { ...variant, options: { Monogram: "No. 41" } })).toBe("No. 41");
  expect(variantName({ ...product, options: [] }, { ...variant, options: {} })).toBe("One Size");
});

describe("selecting a value", () => {
  test("keeps the size in another color", () => {
    expect(values(coat(), "Navy / M", "Color")).toEqual([
      ["Navy", true, 18, "Navy / M"],
      ["Camel", true, 18, "Camel / M"],
    ]);
  });

  test("selects another size if the color doesn't have this one", () => {
    expect(values(coat({ "Camel / M": 0 }), "Navy / M", "Color")).toEqual([
      ["Navy", true, 18, "Navy / M"],
      ["Camel", true, 9, "Camel / S"],
    ]);
  });

  test("leads to a notification for the selected size if the color is sold out", () => {
    const product = coat({ "Camel / S": 0, "Camel / M": 0 });
    expect(values(product, "Navy / M", "Color")?.[1]).toEqual(["Camel", false, 0, "Camel / M"]);
  });

  test("a size's stock is that of the selected color", () => {
    const product = coat({ "Navy / M": 0 });
    expect(values(product, "Navy / S", "Size")?.[1]).toEqual(["M", false, 0, "Navy / M"]);
    expect(values(product, "Camel / S", "Size")?.[1]).toEqual(["M", true, 9, "Camel / M"]);
  });

  test("a size that doesn't exist in the selected color is left out", () => {
    const product = coat();
    product.variants = product.variants.filter(({ name }) => name !== "Navy / M");
    expect(values(product, "Navy / S", "Size")).toEqual([["S", true, 9, "Navy / S"]]);
  });
});

describe("a variant's pictures", () => {
  test("are the color's own images and those for all colors", () => {
    const product = coat();
    const alts = picturesOf(product, named(product, "Camel / S")).map(({ alt }) => alt);
    expect(alts).toEqual(["camel", "technical"]);
  });

  test("are all images if none is of the color", () => {
    const product = { ...coat(), images: [picture("red", "Red")] };
    expect(picturesOf(product, named(product, "Camel / S"))).toHaveLength(1);
  });

  test("are all images if no color is selected", () => {
    const product = coat();
    expect(picturesOf(product, { ...named(product, "Camel / S"), options: {} })).toHaveLength(3);
  });

  test("the measurement drawing is recognized by its kind, not by its text", () => {
    expect(technicalDrawing(coat().images)?.alt).toBe("technical");
    const misleading = { ...picture("technical", null), alt: "Technical drawing of the coat" };
    expect(technicalDrawing([picture("navy", "Navy"), misleading])).toBeUndefined();
    expect(technicalDrawing([])).toBeUndefined();
  });
});

describe("the line for the cart", () => {
  test("holds the option values, the color's image and the maximum", () => {
    const product = coat({ "Camel / M": 3 });
    expect(cartLineOf(product, named(product, "Camel / M"), 2)).toMatchObject({
      productId: product.id,
      variantId: "id of Camel / M",
      color: "Camel",
      size: "M",
      price: 120,
      image: "/media/coat-camel/640.webp",
      quantity: 2,
      maxQuantity: 3,
    });
  });

  test("without options it is One Size; with back-orders the maximum includes them", () => {
    const product = coat();
    const variant = { ...named(product, "Navy / S"), options: {}, stock: 0, maxQuantity: 7 };
    const line = cartLineOf(product, variant, 1);
    expect(line).toMatchObject({ color: null, size: "One Size", maxQuantity: 7 });
  });
});

test.each<{ marked: [string, string][]; soldOut?: string[]; to: string; unavailable?: string }>([
  { marked: [["Color", "Camel"]], to: "Camel / S" },
  { marked: [["Size", "M"]], soldOut: ["Navy / M"], to: "Navy / S", unavailable: "Navy / M" },
  { marked: [["Size", "XXL"]], to: "Navy / S" },
  {
    marked: [
      ["Size", "M"],
      ["Color", "Camel"],
    ],
    soldOut: ["Navy / M"],
    to: "Camel / M",
  },
  {
    marked: [
      ["Color", "Camel"],
      ["Size", "M"],
    ],
    soldOut: ["Camel / M"],
    to: "Camel / S",
    unavailable: "Camel / M",
  },
])(
  "choosing $marked while Navy / S is selected leads to $to",
  ({ marked, soldOut = [], to, unavailable }) => {
    const product = coat(Object.fromEntries(soldOut.map((name) => [name, 0])));
    const result = chooseValues(product, named(product, "Navy / S"), new Map(marked));
    expect(result.chosen.name).toBe(to);
    expect(result.unavailable?.name).toBe(unavailable);
  },
);

test("recognizes color and size in the store's language, and shows the size guide next to one of them", () => {
  const product = coat();
  const named = (from: string, to: string) => {
    product.options = product.options.map((one) =>
      one.name === from ? { ...one, name: to } : one,
    );
    product.variants = product.variants.map(({ options, ...rest }) => {
      const { [from]: value = "", ...others } = options;
      return { ...rest, options: { ...others, [to]: value } };
    });
    product.kinds = optionKinds(product.options);
  };
  const first = () => product.variants[0] as PageVariant;
  const read = () => {
    const { color, size } = cartLineOf(product, first(), 1);
    const choices = choicesOf(product, first());
    return [color, size, choices.map(({ isColor }) => isColor), sizeChoice(choices)?.name];
  };
  named("Color", "Farbe");
  named("Size", "Größe");
  expect(read()).toEqual(["Navy", "S", [true, false], "Größe"]);
  named("Größe", "Koko");
  expect(read()).toEqual(["Navy", "S", [true, false], "Koko"]);
});
