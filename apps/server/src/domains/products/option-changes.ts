import type { ValidationError } from "@vetrina/contract/errors";
import type { OptionsEdit } from "@vetrina/contract/catalogue/product-inputs";
import type { ProductOption } from "@vetrina/contract/catalogue/products";
import { variantName } from "@vetrina/commerce/products/variants";
import { ApiFailure } from "../../platform/errors.ts";
import { invalid, planVariants, type StandingVariant } from "./rules.ts";

type Standing = StandingVariant & { id: string };
type Values = Readonly<Record<string, string>>;
/**
 * A change of an option from `from` to `to`; `from` is null for a new option. `names` maps each previous value to its
 * new name.
 */
type Change = { from: ProductOption | null; to: ProductOption; names: ReadonlyMap<string, string> };

export type OptionPlan = {
  options: ProductOption[];
  /** Remaining variants, in their previous order. Their slugs are in URLs, so they don't change. */
  variants: { id: string; name: string; options: Values; position: number }[];
  removed: Standing[];
  /** Each previous value with its new name; null if it was removed. */
  values: { option: string; was: string; now: string | null }[];
};

/**
 * Plans a product's edited options and variants: renames options and values sent with their previous names, removes
 * those not listed, and gives existing variants the first value of a new option. Throws VALIDATION_FAILED for
 * contradictions, equal variants, and removed variants without `removeVariants`; LAST_VARIANT if none would remain.
 */
export function planOptions(
  options: readonly ProductOption[],
  standing: readonly Standing[],
  requested: OptionsEdit,
  removeVariants: boolean,
): OptionPlan {
  const errors: ValidationError[] = [];
  const changes = readChanges(options, requested, errors);
  if (errors.length > 0) throw invalid(errors);
  const next = changes.map(({ to }) => to);
  // Called only for its checks: it rejects duplicate names, before values are grouped by name.
  planVariants(next, [], "USD");
  const remaining: { id: string; slug: string; options: Values }[] = [];
  const removed: Standing[] = [];
  for (const variant of standing) {
    const values = valuesOf(variant.options, changes);
    if (values === null) removed.push(variant);
    else remaining.push({ id: variant.id, slug: variant.slug, options: values });
  }
  requireRemovalConfirmed(remaining, removed, removeVariants);
  const order = next.map(({ name }) => name);
  requireDistinct(remaining, order);
  const { standingPositions } = planVariants(next, [], "USD", remaining, () => "");
  return {
    options: next,
    variants: remaining.map(({ id, options: values }, i) => ({
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
  requested: OptionsEdit,
  errors: ValidationError[],
): Change[] {
  const taken = new Set<ProductOption>();
  const optionOf = byWord(options, (option) => option.name);
  return requested.map(({ name, previousName, values }, i) => {
    const from = optionOf(previousName ?? name) ?? null;
    if (previousName !== undefined && from === null)
      errors.push({
        path: `options.${i}.previousName`,
        message: "The product has no such option. Send the name of an existing one.",
      });
    if (from !== null && taken.has(from))
      errors.push({ path: `options.${i}`, message: `${from.name} is listed twice. List it once.` });
    if (from !== null) taken.add(from);
    const names = new Map<string, string>();
    const valueOf = byWord(from?.values ?? [], ({ value }) => value);
    const next = values.map(({ value, previousValue: before, swatch }, j) => {
      const known = valueOf(before ?? value);
      if (before !== undefined && known === undefined)
        errors.push({
          path: `options.${i}.values.${j}.previousValue`,
          message: "The option has no such value. Send the name of an existing one.",
        });
      if (known !== undefined && names.has(known.value))
        errors.push({
          path: `options.${i}.values.${j}`,
          message: `${known.value} is listed twice. List it once.`,
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

/** Returns the variant's values by their new names; null if one of them was removed. */
function valuesOf(values: Values, changes: readonly Change[]): Values | null {
  const now: [string, string][] = [];
  for (const { from, to, names } of changes) {
    const value = from === null ? to.values[0]?.value : names.get(values[from.name] ?? "");
    if (value === undefined) return null;
    now.push([to.name, value]);
  }
  return Object.fromEntries(now);
}

function requireRemovalConfirmed(
  remaining: readonly unknown[],
  removed: readonly unknown[],
  isConfirmed: boolean,
): void {
  if (removed.length === 0) return;
  const message = `Variants that this change would remove: ${removed.length}. Keep their values, or set removeVariants to true.`;
  if (!isConfirmed) throw invalid([{ path: "options", message }]);
  if (remaining.length === 0)
    throw new ApiFailure(
      "LAST_VARIANT",
      "A product needs at least one variant. Keep the values of at least one variant.",
    );
}

function requireDistinct(
  remaining: readonly { options: Values }[],
  order: readonly string[],
): void {
  const seen = new Set<string>();
  for (const { options } of remaining) {
    const key = JSON.stringify(order.map((name) => options[name]));
    if (seen.has(key)) {
      const message = `Two variants would both be ${variantName(options, order)}. Remove one of them first.`;
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

/**
 * Returns a function that finds an item by its word, ignoring case. Converts the items' words to lower case only once,
 * because this is slow for some scripts.
 */
function byWord<Item>(
  items: readonly Item[],
  wordOf: (item: Item) => string,
): (word: string) => Item | undefined {
  const byKey = new Map(items.toReversed().map((item) => [wordOf(item).toLowerCase(), item]));
  return (word) => byKey.get(word.toLowerCase());
}
