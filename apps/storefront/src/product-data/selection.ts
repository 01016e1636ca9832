import type { CartItem } from "@vetrina/commerce/cart";
import { chooseVariant, isAvailable } from "@vetrina/commerce/products/variants";
import type { PageImage, PageProduct, PageVariant } from "./page-product.ts";

/** One value of an option as the picker shows it. */
export type ChoiceValue = {
  value: string;
  /** The swatch's color as #rrggbb; null if the value has no swatch. */
  swatch: string | null;
  chosen: boolean;
  available: boolean;
  /** The units in stock. For a color, the units of all its variants; for any other value, those of `variant`. */
  stock: number;
  /** The variant that choosing this value selects. */
  variant: PageVariant;
};
export type Choice = { name: string; isColor: boolean; isSize: boolean; values: ChoiceValue[] };

/** A value's label in a list without swatches. */
export function labelOf({ value, available }: ChoiceValue): string {
  return available ? value : `${value} (Out of Stock)`;
}

/** The option that the size guide is shown next to: the size, or else the first that isn't a color. */
export function sizeChoice(choices: readonly Choice[]): Choice | undefined {
  return choices.find(({ isSize }) => isSize) ?? choices.find(({ isColor }) => !isColor);
}

/**
 * The product's options. Each value has the variant that is selected if the shopper, now at `chosen`, chooses the
 * value. Values without such a variant are left out.
 */
export function choicesOf(product: PageProduct, chosen: PageVariant): Choice[] {
  const { color, size } = product.kinds;
  return product.options.map((option) => ({
    name: option.name,
    isColor: option.name === color,
    isSize: option.name === size,
    values: valuesOf(product, chosen, option, option.name === color),
  }));
}

/**
 * Returns the variant with all of `values` (option names to values) if it is available. Otherwise, applies the values
 * one by one, and `unavailable` is the variant of the last value that could not be chosen.
 */
export function chooseValues(
  product: PageProduct,
  variant: PageVariant,
  values: ReadonlyMap<string, string>,
): { chosen: PageVariant; unavailable: PageVariant | undefined } {
  const all = product.variants.find(({ options }) =>
    product.options.every(
      ({ name }) => options[name] === (values.get(name) ?? variant.options[name]),
    ),
  );
  if (all && isAvailable(all)) return { chosen: all, unavailable: undefined };
  let chosen = variant;
  let unavailable: PageVariant | undefined;
  for (const [name, wanted] of values) {
    const choice = choicesOf(product, chosen).find((choice) => choice.name === name);
    const value = choice?.values.find(({ value }) => value === wanted);
    if (value?.available) chosen = value.variant;
    else unavailable = value?.variant ?? unavailable;
  }
  return { chosen, unavailable };
}

function valuesOf(
  { variants, options }: PageProduct,
  chosen: PageVariant,
  option: Option,
  isColor: boolean,
): ChoiceValue[] {
  const having = Map.groupBy(variants, (variant) => variant.options[option.name]);
  // A color may be available only in other sizes. Choosing it then selects its cheapest available variant.
  return option.values.flatMap((value) => {
    const own = having.get(value.value) ?? [];
    const same = own.find((variant) =>
      options.every(
        ({ name }) => name === option.name || variant.options[name] === chosen.options[name],
      ),
    );
    return choiceValue(chosen, option, value, same, isColor ? own : []) ?? [];
  });
}

function choiceValue(
  chosen: PageVariant,
  option: Option,
  { value, swatch }: Option["values"][number],
  same: PageVariant | undefined,
  others: readonly PageVariant[],
): ChoiceValue | undefined {
  const variant = same && isAvailable(same) ? same : (chooseVariant(others) ?? same);
  if (!variant) return undefined;
  const stock = others.length > 0 ? sumOfStock(others) : Math.max(0, variant.stock);
  return {
    value,
    swatch,
    chosen: chosen.options[option.name] === value,
    available: isAvailable(variant),
    stock,
    // If the value isn't available, this is the variant most like the current one, for a back-in-stock subscription.
    variant: isAvailable(variant) ? variant : (same ?? variant),
  };
}

function sumOfStock(variants: readonly PageVariant[]): number {
  return variants.reduce((sum, { stock }) => sum + Math.max(0, stock), 0);
}

type Option = PageProduct["options"][number];

/** A variant's color; null if it has none. */
export function colorOf({ kinds }: PageProduct, variant: PageVariant): string | null {
  return kinds.color === null ? null : (variant.options[kinds.color] ?? null);
}

/** A variant's size; "One Size" if it has none. */
export function sizeOf({ kinds }: PageProduct, variant: PageVariant): string {
  return (kinds.size === null ? undefined : variant.options[kinds.size]) ?? "One Size";
}

/** The variant's values, "Navy / XL"; "One Size" if it has none. */
export function variantName({ options }: PageProduct, variant: PageVariant): string {
  const values = options.flatMap(({ name }) => variant.options[name] ?? []);
  return values.length === 0 ? "One Size" : values.join(" / ");
}

/** The images of the variant's color, and those for all colors. All images if it has no color or none match. */
export function picturesOf(product: PageProduct, variant: PageVariant): PageImage[] {
  const color = colorOf(product, variant)?.toLowerCase();
  if (color === undefined) return product.images;
  const own = product.images.filter(
    (image) => image.color === null || image.color.toLowerCase() === color,
  );
  return own.length > 0 ? own : product.images;
}

/** The drawing that shows where the garment is measured. */
export function technicalDrawing(images: readonly PageImage[]): PageImage | undefined {
  return images.find(({ kind }) => kind === "DRAWING");
}

/** The cart line for a variant. Its maximum is the number of units that can be bought now, including back-orders. */
export function cartLineOf(
  product: PageProduct,
  variant: PageVariant,
  quantity: number,
): Omit<CartItem, "id"> {
  return {
    productId: product.id,
    variantId: variant.id,
    name: product.name,
    category: product.category,
    variant: variant.name,
    price: variant.price,
    originalPrice: variant.regularPrice,
    image: picturesOf(product, variant)[0]?.url ?? null,
    color: colorOf(product, variant),
    size: sizeOf(product, variant),
    link: product.link,
    quantity,
    ...(variant.maxQuantity > 0 ? { maxQuantity: variant.maxQuantity } : {}),
  };
}
