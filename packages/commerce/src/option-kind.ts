import type { Selection } from "./variants.ts";

/** What the shop knows of an option: pictures and swatches go by the color, measures and the size guide by the size. */
export type OptionKind = "color" | "size";

/** How options are named in the languages of the platform and of its neighbours, folded. shop.option_kind() is its twin. */
export const optionNames: Readonly<Record<OptionKind, readonly string[]>> = {
  color: split(
    `color, colour, couleur, coloris, farbe, colore, cor, kleur, kolor,
    цвет, 颜色, 顔色, 顏色, 色, カラー, 색상, 색깔, 색, 컬러,
    لون, اللون, रंग, mau, mau sac`,
  ),
  size: split(
    `size, talla, tamano, taille, pointure, große, grosse, groesse,
    taglia, misura, tamanho, maat, rozmiar, размер,
    尺码, 尺碼, 尺寸, 大小, サイズ, 사이즈, 치수, 크기,
    مقاس, المقاس, قياس, القياس, حجم, الحجم,
    साइज, आकार, माप, kich thuoc, kich co, co`,
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

/** The kind an option has by its name, in any case, with accents or without; null where it is another: Material. */
export function optionKind(name: string): OptionKind | null {
  return kinds.get(foldedName(name)) ?? null;
}

/** Whether an option is the one that pictures and swatches go by. */
export function isColor(optionName: string): boolean {
  return optionKind(optionName) === "color";
}

export function isSize(optionName: string): boolean {
  return optionKind(optionName) === "size";
}

/** The color or size among chosen values; null where there is no such option. */
export function valueOfKind(options: Selection, kind: OptionKind): string | null {
  return Object.entries(options).find(([name]) => optionKind(name) === kind)?.[1] ?? null;
}

function foldedName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f\u093c]|^\s+|\s+$/g, "")
    .normalize("NFKC");
}
