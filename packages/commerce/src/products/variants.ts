import { roundHalfUp } from "../money.ts";

/** The chosen values by the options' names: { Color: "Navy", Size: "M" }. */
export type Selection = Readonly<Record<string, string>>;

/** An option with its values in display order, as a Product has it. */
export type OptionValues = {
  readonly name: string;
  readonly values: readonly { readonly value: string }[];
};

/**
 * The fields that determine whether a variant is available. If the server has set `available`, that takes precedence.
 */
export type Stocked = { stock: number; available?: boolean; backorderAllowed?: boolean };

/** A variant's option values in the options' order, joined by " / "; "One Size" if there are no options. */
export function variantName(options: Selection, order: readonly string[]): string {
  const values = order.flatMap((name) => (Object.hasOwn(options, name) ? [options[name]] : []));
  return values.length > 0 ? values.join(" / ") : "One Size";
}

/** The form of a variant's name in URLs: lower case, with one hyphen for anything between letters and digits. */
export function variantSlug(name: string): string {
  const slug = name
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  // Combining marks alone aren't a usable slug. They remain if the characters that they belong to were removed.
  return /[\p{L}\p{N}]/u.test(slug) ? slug : "";
}

/** The slugs for a product's variant names, in their order. A second "navy" becomes "navy-2". */
export function uniqueSlugs(names: readonly string[]): string[] {
  const slugs = names.map((name) => variantSlug(name) || "variant");
  const taken = new Set<string>();
  const reserved = new Set(slugs);
  const next = new Map<string, number>();
  return slugs.map((slug) => {
    let free = slug;
    let n = next.get(slug) ?? 2;
    for (; taken.has(free) || (free !== slug && reserved.has(free)); n += 1) free = `${slug}-${n}`;
    next.set(slug, n);
    taken.add(free);
    return free;
  });
}

/** A sorted copy of the variants: by ascending price, then in the options' order. */
export function sortVariants<V extends { price: number; options: Selection }>(
  variants: readonly V[],
  options: readonly OptionValues[],
): V[] {
  const inOrder = compareSelections(options);
  return variants.toSorted((a, b) => a.price - b.price || inOrder(a.options, b.options));
}

/** Compares selections by the position of their values in the options. Unknown values come last. */
export function compareSelections(
  options: readonly OptionValues[],
): (a: Selection, b: Selection) => number {
  // Indexes the positions once, because a search in each comparison would be slow for a product with many variants.
  const places = options.map(({ name, values }) => {
    const placeOf = new Map<string | undefined, number>();
    for (const [place, { value }] of values.entries())
      if (!placeOf.has(value)) placeOf.set(value, place);
    return (selection: Selection) => placeOf.get(selection[name]) ?? values.length;
  });
  return (a, b) => {
    for (const placeOf of places) {
      const order = placeOf(a) - placeOf(b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/**
 * The variant that is selected when the page opens: the one in the URL, else the cheapest one available, else the
 * cheapest one.
 */
export function chooseVariant<V extends Stocked & { slug: string; price: number; name?: string }>(
  variants: readonly V[],
  urlSlug?: string | null,
): V | undefined {
  const named = urlSlug ? bySlug(variants, urlSlug) : undefined;
  return named ?? cheapest(variants.filter(isAvailable)) ?? cheapest(variants);
}

/** Whether a variant can be bought: it has stock, or can be back-ordered. */
export function isAvailable(variant: Stocked): boolean {
  return variant.available ?? (variant.stock > 0 || variant.backorderAllowed === true);
}

/**
 * The reduction from the regular price in percent, rounded. null if the price isn't reduced or the result is 0. Prices
 * are in major units.
 */
export function discountPercent(price: number, regularPrice: number | null): number | null {
  // Calculates in thousandths, the finest unit of any currency. Floating-point errors could otherwise round a half the
  // wrong way.
  const now = Math.round(price * 1_000);
  const before = Math.round((regularPrice ?? 0) * 1_000);
  if (!(before > now) || now < 0) return null;
  return roundHalfUp((before - now) * 100, before) || null;
}

// Finds a variant by its slug. Also accepts a name as typed, the specification's spelling ("navy-/-m"), and the current
// name of a renamed variant.
function bySlug<V extends { slug: string; name?: string }>(
  variants: readonly V[],
  slug: string,
): V | undefined {
  const normal = variantSlug(slug);
  return (
    variants.find((variant) => variant.slug === slug) ??
    variants.find((variant) => variant.slug === normal) ??
    variants.find(({ name }) => name !== undefined && variantSlug(name) === normal)
  );
}

function cheapest<V extends { price: number }>(variants: readonly V[]): V | undefined {
  let found: V | undefined;
  for (const variant of variants) if (!found || variant.price < found.price) found = variant;
  return found;
}
