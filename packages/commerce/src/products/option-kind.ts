import type { Selection } from "./variants.ts";

/**
 * The kind of an option. Images and swatches depend on the color; measurements and the size guide depend on the size.
 */
export type OptionKind = "color" | "size";

/**
 * Option names in the platform's languages and some others, case-folded and without accents. The database's counterpart
 * is shop.option_kind().
 */
export const optionNames: Readonly<Record<OptionKind, readonly string[]>> = {
  color: split(
    `color, colour, couleur, coloris, farbe, colore, cor, kleur, kolor,
    цвет, 颜色, 顔色, 顏色, 色, カラー, 색상, 색깔, 색, 컬러,
    لون, اللون, रंग, mau, mau sac,
    vari, χρωμα, farg, farve, farge, litur, barva, farba, boja, szin, culoare, renk,
    цвят, колір, боја, varv, krasa, spalva, צבע, สี, warna, رنگ`,
  ),
  size: split(
    `size, talla, tamano, taille, pointure, große, grosse, groesse,
    taglia, misura, tamanho, maat, rozmiar, размер,
    尺码, 尺碼, 尺寸, 大小, サイズ, 사이즈, 치수, 크기,
    مقاس, المقاس, قياس, القياس, حجم, الحجم,
    साइज, आकार, माप, kich thuoc, kich co, co,
    koko, μεγεθος, μεγεθοσ, storlek, størrelse, stærð, velikost, velkost, velicina, meret, marime, beden,
    розмір, величина, suurus, izmers, dydis, מידה, ขนาด, ไซส์, ukuran, saiz, سایز, اندازه`,
  ),
};

function split(names: string): string[] {
  return names.split(/,\s+/);
}

const kinds = new Map<string, OptionKind>(
  (["color", "size"] as const).flatMap((kind) =>
    optionNames[kind].map((name) => [foldedName(name), kind] as const),
  ),
);

/**
 * The kind of an option, found by its name regardless of case and accents; null for any other option, such as Material.
 */
export function optionKind(name: string): OptionKind | null {
  return kinds.get(foldedName(name)) ?? null;
}

/** Whether images and swatches depend on the option. */
export function isColor(optionName: string): boolean {
  return optionKind(optionName) === "color";
}

/** The fields of a product's option that determine its kind. */
export type OptionLike = {
  name: string;
  values: readonly { value: string; swatch?: string | null | undefined }[];
};

/**
 * The product's color or size option: the one with a known name. If there is none, the color option is the first with a
 * swatch, and the size option the first whose values are all sizes (S, 2XL, 38, 40.5). The database's counterpart is
 * shop.kinds_of_options().
 */
export function optionOfKind<T extends OptionLike>(
  options: readonly T[],
  kind: OptionKind,
): T | undefined {
  const looksLike = kind === "color" ? hasSwatch : hasSizes;
  return (
    options.find(({ name }) => optionKind(name) === kind) ??
    options.find((option) => optionKind(option.name) === null && looksLike(option))
  );
}

/** The chosen color or size; null if the product has no such option. */
export function valueOfKind(
  chosen: Selection,
  kind: OptionKind,
  options: readonly OptionLike[] = optionsOf(chosen),
): string | null {
  const option = optionOfKind(options, kind);
  return option === undefined ? null : (chosen[option.name] ?? null);
}

function optionsOf(chosen: Selection): OptionLike[] {
  return Object.entries(chosen).map(([name, value]) => ({ name, values: [{ value }] }));
}

function hasSwatch({ values }: OptionLike): boolean {
  return values.some(({ swatch }) => swatch);
}

const sizeLike =
  /^(?:(?:(?:[2-6]x|x{0,4})[sl]|m)(?:\/(?:(?:[2-6]x|x{0,4})[sl]|m))?|(?:[345][0-9]|60)(?:[.,]5)?)$/i;

function hasSizes(option: OptionLike): boolean {
  const { values } = option;
  return (
    values.length > 0 &&
    !hasSwatch(option) &&
    values.every(({ value }) => sizeLike.test(value.trim()))
  );
}

function foldedName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f\u093c]/g, "")
    .trim()
    .normalize("NFKC");
}
