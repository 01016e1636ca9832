import { roundHalfUp } from "./money.ts";

/** Chosen values by option name: { Color: "Navy", Size: "M" }. */
export type Selection = Readonly<Record<string, string>>;

/** An option with its values in the order they are shown, as a Product has them. */
export type OptionValues = {
  readonly name: string;
  readonly values: readonly { readonly value: string }[];
};

/** What availability is read from; a `available` that the server has decided rules. */
export type Stocked = { stock: number; available?: boolean; backorderAllowed?: boolean };

/** One value of an option beside the rest of the selection. */
export type ValueAvailability = {
  value: string;
  /** Some variant has this value together with the other choices. */
  exists: boolean;
  available: boolean;
  /** Pieces of all those variants together. */
  stock: number;
};

/** The option values in the options' order, joined by " / "; "One Size" without any. */
export function variantName(options: Selection, order: readonly string[]): string {
  const values = order.flatMap((name) => (Object.hasOwn(options, name) ? [options[name]] : []));
  return values.length > 0 ? values.join(" / ") : "One Size";
}

/** The name as it stands in the URL: lower case, anything between letters and digits one hyphen. */
export function variantSlug(name: string): string {
  const slug = name
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  // Of a heart nothing is left but marks that stand on nothing.
  return /[\p{L}\p{N}]/u.test(slug) ? slug : "";
}

/** The slugs of a product's variant names, in their order; a second "navy" becomes "navy-2". */
export function uniqueSlugs(names: readonly string[]): string[] {
  const wanted = names.map((name) => variantSlug(name) || "variant");
  const taken = new Set<string>();
  const reserved = new Set(wanted);
  return wanted.map((slug) => {
    let free = slug;
    for (let n = 2; taken.has(free) || (free !== slug && reserved.has(free)); n += 1)
      free = `${slug}-${n}`;
    taken.add(free);
    return free;
  });
}

/** A copy sorted by price ascending, then in the options' order. */
export function sortVariants<V extends { price: number; options: Selection }>(
  variants: readonly V[],
  options: readonly OptionValues[],
): V[] {
  const inOrder = compareSelections(options);
  return variants.toSorted((a, b) => a.price - b.price || inOrder(a.options, b.options));
}

/** Compares selections by the places of their values in the options; what an option does not have comes last. */
export function compareSelections(
  options: readonly OptionValues[],
): (a: Selection, b: Selection) => number {
  // Places are looked up once for each value: a search in each comparison takes minutes for a product of thousands.
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

/** The variant chosen on load: the URL's, else the cheapest available, else the cheapest. */
export function chooseVariant<V extends Stocked & { slug: string; price: number; name?: string }>(
  variants: readonly V[],
  urlSlug?: string | null,
): V | undefined {
  const named = urlSlug ? bySlug(variants, urlSlug) : undefined;
  return named ?? cheapest(variants.filter(isAvailable)) ?? cheapest(variants);
}

/** Stock above 0, or back-order allowed. */
export function isAvailable(variant: Stocked): boolean {
  return variant.available ?? (variant.stock > 0 || variant.backorderAllowed === true);
}

/** The variant of a whole selection; undefined while an option is not chosen or no such variant is. */
export function findVariant<V extends { options: Selection }>(
  variants: readonly V[],
  selection: Selection,
): V | undefined {
  return variants.find((variant) =>
    Object.entries(variant.options).every(([name, value]) => selection[name] === value),
  );
}

/** What each value of an option would give beside the other choices, in the option's order. */
export function optionAvailability(
  variants: readonly (Stocked & { options: Selection })[],
  selection: Selection,
  option: OptionValues,
): ValueAvailability[] {
  const beside = variants.filter((variant) =>
    Object.entries(selection).every(
      ([name, value]) => name === option.name || variant.options[name] === value,
    ),
  );
  return option.values.map(({ value }) => {
    const having = beside.filter((variant) => variant.options[option.name] === value);
    return {
      value,
      exists: having.length > 0,
      available: having.some(isAvailable),
      stock: having.reduce((sum, variant) => sum + Math.max(0, variant.stock), 0),
    };
  });
}

/** The rounded percentage off the regular price (major units); null where that is none. */
export function discountPercent(price: number, regularPrice: number | null): number | null {
  // In thousandths, the finest any currency has: halves round as the shown amounts say.
  const now = Math.round(price * 1_000);
  const before = Math.round((regularPrice ?? 0) * 1_000);
  if (!(before > now) || now < 0) return null;
  return roundHalfUp((before - now) * 100, before) || null;
}

// Also finds the name as typed or as the specification spells it ("navy-/-m"), and as it reads since it was renamed.
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
