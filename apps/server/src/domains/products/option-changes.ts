import type { ValidationError } from "@vetrina/contract/errors";
import type { OptionsEdit } from "@vetrina/contract/product-inputs";
import type { ProductOption } from "@vetrina/contract/products";
import { variantName } from "@vetrina/commerce/variants";
import { ApiFailure } from "../../platform/errors.ts";
import { invalid, planVariants, type StandingVariant } from "./rules.ts";

type Standing = StandingVariant & { id: string };
type Values = Readonly<Record<string, string>>;
/** An option as it shall be, beside what it is made of; `from` is null for one that is new. */
type Change = { from: ProductOption | null; to: ProductOption; names: ReadonlyMap<string, string> };

export type OptionPlan = {
  options: ProductOption[];
  /** Those that stay, in the order they came in. Their slugs stand in addresses and are kept. */
  variants: { id: string; name: string; options: Values; position: number }[];
  removed: Standing[];
  /** Each value that was, as it is called now; null where it is gone. */
  values: { option: string; was: string; now: string | null }[];
};

/**
 * A product's options as they are wanted, with its variants: what is named by `was` is renamed, what is not named goes, what
 * is new joins, and standing variants take the first value of a new option. Throws VALIDATION_FAILED with paths for what
 * contradicts itself, would make two variants one, or takes variants along unasked; LAST_VARIANT where none would be left.
 */
export function planOptions(
  options: readonly ProductOption[],
  standing: readonly Standing[],
  wanted: OptionsEdit,
  removeVariants: boolean,
): OptionPlan {
  const faults: ValidationError[] = [];
  const changes = readChanges(options, wanted, faults);
  if (faults.length > 0) throw invalid(faults);
  const next = changes.map(({ to }) => to);
  // Names that are there twice are refused before values are put under them.
  planVariants(next, [], "USD");
  const kept: { id: string; slug: string; options: Values }[] = [];
  const removed: Standing[] = [];
  for (const variant of standing) {
    const values = valuesOf(variant.options, changes);
    if (values === null) removed.push(variant);
    else kept.push({ id: variant.id, slug: variant.slug, options: values });
  }
  refuseLosses(kept, removed, removeVariants);
  const order = next.map(({ name }) => name);
  refuseTwins(kept, order);
  const { standingPositions } = planVariants(next, [], "USD", kept, () => "");
  return {
    options: next,
    variants: kept.map(({ id, options: values }, i) => ({
      id,
      name: variantName(values, order),
      options: values,
      position: standingPositions[i] ?? 0,
    })),
    removed,
    values: valueChanges(options, changes),
  };
}

function readChanges(
  options: readonly ProductOption[],
  wanted: OptionsEdit,
  faults: ValidationError[],
): Change[] {
  const taken = new Set<ProductOption>();
  return wanted.map(({ name, was, values }, i) => {
    const from = options.find((one) => sameWord(one.name, was ?? name)) ?? null;
    if (was !== undefined && from === null)
      faults.push({ path: `options.${i}.was`, message: "The product has no such option." });
    if (from !== null && taken.has(from))
      faults.push({ path: `options.${i}`, message: `${from.name} is named twice.` });
    if (from !== null) taken.add(from);
    const names = new Map<string, string>();
    const next = values.map(({ value, was: before, swatch }, j) => {
      const known = from?.values.find((one) => sameWord(one.value, before ?? value));
      if (before !== undefined && known === undefined)
        faults.push({ path: `options.${i}.values.${j}.was`, message: "There is no such value." });
      if (known !== undefined && names.has(known.value))
        faults.push({
          path: `options.${i}.values.${j}`,
          message: `${known.value} is named twice.`,
        });
      if (known !== undefined) names.set(known.value, value);
      return {
        value,
        swatch: swatch === undefined ? (known?.swatch ?? null) : (swatch?.toLowerCase() ?? null),
      };
    });
    return { from, to: { name, values: next }, names };
  });
}

/** The variant's values as they are called now; null where one of them is gone. */
function valuesOf(values: Values, changes: readonly Change[]): Values | null {
  const now: [string, string][] = [];
  for (const { from, to, names } of changes) {
    const value = from === null ? to.values[0]?.value : names.get(values[from.name] ?? "");
    if (value === undefined) return null;
    now.push([to.name, value]);
  }
  return Object.fromEntries(now);
}

function refuseLosses(kept: readonly unknown[], removed: readonly unknown[], asked: boolean): void {
  if (removed.length === 0) return;
  const message = `${removed.length} of its variants have values that are not named any more. Name them, or send removeVariants.`;
  if (!asked) throw invalid([{ path: "options", message }]);
  if (kept.length === 0)
    throw new ApiFailure(
      "LAST_VARIANT",
      "A product keeps at least one variant. Keep a value of one.",
    );
}

function refuseTwins(kept: readonly { options: Values }[], order: readonly string[]): void {
  const seen = new Set<string>();
  for (const { options } of kept) {
    const key = JSON.stringify(order.map((name) => options[name]));
    if (seen.has(key)) {
      const message = `Two variants would be ${variantName(options, order)}. Remove one first.`;
      throw invalid([{ path: "options", message }]);
    }
    seen.add(key);
  }
}

function valueChanges(
  options: readonly ProductOption[],
  changes: readonly Change[],
): OptionPlan["values"] {
  return options.flatMap((option) => {
    const change = changes.find(({ from }) => from === option);
    return option.values.map(({ value }) => ({
      option: option.name,
      was: value,
      now: change?.names.get(value) ?? null,
    }));
  });
}

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
