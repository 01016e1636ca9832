import type { CartItem } from "@vetrina/commerce/cart";
import { chooseVariant, isAvailable } from "@vetrina/commerce/variants";
import type { PageImage, PageProduct, PageVariant } from "./page-data.ts";

/** One value of an option as the picker shows it. */
export type ChoiceValue = {
  value: string;
  /** #rrggbb of a color, else null. */
  swatch: string | null;
  chosen: boolean;
  available: boolean;
  /** Pieces there are of it beside the other choices; 0 where it is unavailable. */
  stock: number;
  /** The variant that choosing it gives. */
  variant: PageVariant;
};
export type Choice = { name: string; isColor: boolean; isSize: boolean; values: ChoiceValue[] };

/** The choice the size guide stands beside: the size, else the first that is no color, whatever its name. */
export function sizeChoice(choices: readonly Choice[]): Choice | undefined {
  return choices.find(({ isSize }) => isSize) ?? choices.find(({ isColor }) => !isColor);
}

/** The product's options with what each value would give, seen from the chosen variant; values that were never made are left out. */
export function choicesOf(product: PageProduct, chosen: PageVariant): Choice[] {
  const { color, size } = product.kinds;
  return product.options.map((option) => ({
    name: option.name,
    isColor: option.name === color,
    isSize: option.name === size,
    values: valuesOf(product, chosen, option, option.name === color),
  }));
}

function valuesOf(
  { variants, options }: PageProduct,
  chosen: PageVariant,
  option: Option,
  isColor: boolean,
): ChoiceValue[] {
  const having = Map.groupBy(variants, (variant) => variant.options[option.name]);
  // A color may be had in other sizes than the chosen one: it brings its cheapest available with it.
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
    // Sold out altogether: the one like the chosen is what somebody would ask for.
    variant: isAvailable(variant) ? variant : (same ?? variant),
  };
}

function sumOfStock(variants: readonly PageVariant[]): number {
  return variants.reduce((sum, { stock }) => sum + Math.max(0, stock), 0);
}

type Option = PageProduct["options"][number];

/** The color a variant has; null where the product has none. */
export function colorOf({ kinds }: PageProduct, variant: PageVariant): string | null {
  return kinds.color === null ? null : (variant.options[kinds.color] ?? null);
}

/** The size a variant has, 'One Size' without a choice of sizes. */
export function sizeOf({ kinds }: PageProduct, variant: PageVariant): string {
  return (kinds.size === null ? undefined : variant.options[kinds.size]) ?? "One Size";
}

/** What the shopper chose, "Navy / XL": every option's value, 'One Size' without options. */
export function variantName({ options }: PageProduct, variant: PageVariant): string {
  const values = options.flatMap(({ name }) => variant.options[name] ?? []);
  return values.length === 0 ? "One Size" : values.join(" / ");
}

/** The pictures of a variant's color with those of every color; all where none is of this color. */
export function picturesOf(product: PageProduct, variant: PageVariant): PageImage[] {
  const color = colorOf(product, variant)?.toLowerCase();
  if (color === undefined) return product.images;
  const own = product.images.filter(
    (image) => image.color === null || image.color.toLowerCase() === color,
  );
  return own.length > 0 ? own : product.images;
}

/** The drawing of where the measures are taken. */
export function technicalDrawing(images: readonly PageImage[]): PageImage | undefined {
  return images.find(({ kind }) => kind === "DRAWING");
}

/** The line that goes into the cart; its maximum is what can be bought now, with what may be back-ordered. */
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
