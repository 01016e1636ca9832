import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OptionsEdit } from "@vetrina/contract/catalogue/product-inputs";
import { variantName } from "@vetrina/commerce/products/variants";
import { missingVariants } from "./variants/combinations.ts";
import { planOptions } from "./option-changes.ts";

const option = (name: string, ...values: string[]) => ({
  name,
  values: values.map((value) => ({ value, swatch: null })),
});
const options = [option("Color", "Navy", "Camel"), option("Size", "S", "M")];
const standing = missingVariants(options, [], { price: 1, stock: 0 }).map((variant, i) => ({
  id: `v${i}`,
  slug: Object.values(variant.options).join("-").toLowerCase(),
  options: variant.options,
}));
/** Builds an edit of the options. "Navy=Midnight" renames Navy. */
const edit = (...requested: [name: string, ...values: string[]][]): OptionsEdit =>
  requested.map(([named, ...values]) => {
    const { now, was } = renamed(named);
    const of = (text: string) => {
      const value = renamed(text);
      return { value: value.now, previousValue: value.was };
    };
    return { name: now, previousName: was, values: values.map(of) };
  });
const plan = (requested: OptionsEdit, removeVariants = false) =>
  planOptions(options, standing, requested, removeVariants);
const named = (...args: Parameters<typeof plan>) => {
  const { variants } = plan(...args);
  return variants
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, name }) => `${id} ${name}`);
};

describe("options that are edited", () => {
  test.each<[string, OptionsEdit, boolean, string[]]>([
    [
      "unchanged",
      edit(["Color", "Navy", "Camel"], ["Size", "S", "M"]),
      false,
      ["v0 Navy / S", "v1 Navy / M", "v2 Camel / S", "v3 Camel / M"],
    ],
    [
      "a renamed value",
      edit(["Color", "Navy=Midnight", "Camel"], ["Size", "S", "M"]),
      false,
      ["v0 Midnight / S", "v1 Midnight / M", "v2 Camel / S", "v3 Camel / M"],
    ],
    [
      "two values that swap their names",
      edit(["Color", "Navy=Camel", "Camel=Navy"], ["Size", "S", "M"]),
      false,
      ["v0 Camel / S", "v1 Camel / M", "v2 Navy / S", "v3 Navy / M"],
    ],
    [
      "a renamed option, in different case",
      edit(["color=Colour", "navy=NAVY", "Camel"], ["SIZE", "S", "M"]),
      false,
      ["v0 NAVY / S", "v1 NAVY / M", "v2 Camel / S", "v3 Camel / M"],
    ],
    [
      "a different order",
      edit(["Size", "M", "S"], ["Color", "Camel", "Navy"]),
      false,
      ["v3 M / Camel", "v1 M / Navy", "v2 S / Camel", "v0 S / Navy"],
    ],
    [
      "one more value and option",
      edit(["Color", "Navy", "Camel", "Black"], ["Size", "S", "M"], ["Length", "Long", "Short"]),
      false,
      ["v0 Navy / S / Long", "v1 Navy / M / Long", "v2 Camel / S / Long", "v3 Camel / M / Long"],
    ],
    [
      "a removed value with its variants",
      edit(["Color", "Camel"], ["Size", "S", "M"]),
      true,
      ["v2 Camel / S", "v3 Camel / M"],
    ],
  ])("%s", (_, requested, removeVariants, expected) => {
    expect(named(requested, removeVariants)).toEqual(expected);
  });

  test("map old values to new ones, and list the removed variants", () => {
    const { removed, values } = plan(edit(["Color", "Navy=Ink"], ["Size", "S", "M"]), true);
    expect(removed.map(({ id }) => id)).toEqual(["v2", "v3"]);
    expect(values).toEqual([
      { option: "Color", was: "Navy", now: "Ink" },
      { option: "Color", was: "Camel", now: null },
      { option: "Size", was: "S", now: "S" },
      { option: "Size", was: "M", now: "M" },
    ]);
  });

  test.each<[string, OptionsEdit, boolean, RegExp]>([
    [
      "removed variants without removeVariants",
      edit(["Color", "Camel"], ["Size", "S", "M"]),
      false,
      /^options: Variants that this change would remove: 2/,
    ],
    [
      "no variants left",
      edit(["Color", "Black"], ["Size", "S", "M"]),
      true,
      /needs at least one variant/,
    ],
    [
      "an option that does not exist",
      edit(["Stuff=Cloth", "Wool"]),
      false,
      /^options.0.previousName: The product has no such option/,
    ],
    [
      "a value that does not exist",
      edit(["Color", "Navy", "Red=Rust"], ["Size", "S", "M"]),
      false,
      /^options.0.values.1.previousValue/,
    ],
    [
      "an option listed twice",
      edit(["Color", "Navy", "Camel"], ["Color=Hue", "Navy"]),
      false,
      /^options.1: Color is listed twice/,
    ],
    [
      "a value listed twice",
      edit(["Color", "Navy", "Navy=Ink"], ["Size", "S", "M"]),
      false,
      /^options.0.values.1: Navy is listed twice/,
    ],
    [
      "two values merged into one",
      edit(["Color", "Navy", "Camel=navy"], ["Size", "S", "M"]),
      false,
      /This value is listed twice/,
    ],
    [
      "removing an option that distinguishes two variants",
      edit(["Size", "S", "M"]),
      false,
      /Two variants would both be S/,
    ],
    [
      "two options merged into one",
      edit(["Color", "Navy", "Camel"], ["Size=Color", "S", "M"]),
      false,
      /listed twice|has this name/,
    ],
  ])("%s is rejected", (_, requested, removeVariants, message) => {
    expect(() => plan(requested, removeVariants)).toThrow(message);
  });

  test("after any renames and reordering each variant keeps its id and the meaning of its slug, and renaming back restores it", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1], { minLength: 2 }),
        fc.shuffledSubarray([0, 1], { minLength: 2 }),
        fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 6, maxLength: 6 }),
        (optionOrder, valueOrder, words) => {
          const there = optionOrder.map((at) => ({
            name: words[at] ?? "",
            previousName: options[at]?.name,
            values: valueOrder.map((v) => ({
              value: words[2 + at * 2 + v] ?? "",
              previousValue: options[at]?.values[v]?.value,
            })),
          }));
          const first = planOptions(options, standing, there, false);
          expect(first.variants.map(({ id }) => id)).toEqual(standing.map(({ id }) => id));
          for (const { name, options: values } of first.variants)
            expect(name).toBe(
              variantName(
                values,
                first.options.map((one) => one.name),
              ),
            );
          const back = options.map((one, at) => ({
            name: one.name,
            previousName: words[at],
            values: one.values.map(({ value }, v) => ({
              value,
              previousValue: words[2 + at * 2 + v],
            })),
          }));
          const moved = first.variants.map((one) => ({ ...one, slug: one.id }));
          const second = planOptions(first.options, moved, back, false);
          expect(second.options).toEqual(options);
          expect(second.variants.map((one) => one.options)).toEqual(
            standing.map((one) => one.options),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

function renamed(text: string): { now: string; was: string | undefined } {
  const [was = "", now] = text.split("=");
  return now === undefined ? { now: was, was: undefined } : { now, was };
}
