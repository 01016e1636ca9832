import type { DemoProduct } from "./types.ts";

/**
 * The letters on the technical sheet. On garments, A is the length, B and C are widths from top to bottom, and D runs
 * along a limb. Shoes and accessories use the letters in order.
 */
type Measures = DemoProduct["measures"];
type Letter = Measures[number]["letter"];

export const xsToXl = ["XS", "S", "M", "L", "XL"];
export const xxsToXl = ["XXS", ...xsToXl];
export const xsToXxl = [...xsToXl, "XXL"];
export const xxsToXxl = ["XXS", ...xsToXxl];
export const sToL = ["S", "M", "L"];
export const oneSize = ["One Size"];
export const womenShoes = ["36", "37", "38", "39", "40", "41"];
export const menShoes = ["40", "41", "42", "43", "44", "45", "46"];

const ladder = ["XXS", "XS", "S", "M", "L", "XL", "XXL"];

/** Measurements of garments with sleeves. `at` has those of size M in cm, with the chest measured flat. */
export function sleeved(
  sizes: string[],
  at: { length: number; shoulder: number; chest: number; sleeve: number },
  body: "Chest" | "Bust" = "Chest",
): Measures {
  return [
    graded("Length", "A", sizes, at.length, 1.5),
    graded("Shoulder", "B", sizes, at.shoulder, 1),
    graded(body, "C", sizes, at.chest, 2.5),
    graded("Sleeve", "D", sizes, at.sleeve, 0.5),
  ];
}

/** Measurements of dresses without sleeves. `at` has those of size M in cm, with widths measured flat. */
export function sleeveless(
  sizes: string[],
  at: { length: number; bust: number; waist: number },
): Measures {
  return [
    graded("Length", "A", sizes, at.length, 1.5),
    graded("Bust", "B", sizes, at.bust, 2.5),
    graded("Waist", "C", sizes, at.waist, 2.5),
  ];
}

/**
 * Measurements of trousers, jeans and shorts. `at` has those of size M in cm, with the waist and one hem measured flat.
 */
export function legs(
  sizes: string[],
  at: { length: number; waist: number; hem: number; inseam: number },
): Measures {
  return [
    graded("Length", "A", sizes, at.length, 1),
    graded("Waist", "B", sizes, at.waist, 2.5),
    graded("Hem", "C", sizes, at.hem, 0.5),
    graded("Inseam", "D", sizes, at.inseam, 0.5),
  ];
}

/** Measurements of skirts. `at` has those of size M in cm, with waist and hem measured flat. */
export function skirt(
  sizes: string[],
  at: { length: number; waist: number; hem: number },
): Measures {
  return [
    graded("Length", "A", sizes, at.length, 1),
    graded("Waist", "B", sizes, at.waist, 2.5),
    graded("Hem", "C", sizes, at.hem, 2.5),
  ];
}

/**
 * Measurements of shoes drawn from the side, in cm. `heel` is the heel's height in every size; `sole38` is the sole's
 * length in EU 38.
 */
export function shoe(sizes: string[], at: { heel: number; sole38: number }): Measures {
  return [
    { label: "Heel", letter: "A", bySize: bySize(sizes, () => at.heel) },
    {
      label: "Sole length",
      letter: "B",
      bySize: bySize(sizes, (size) => at.sole38 + (Number(size) - 38) * 0.67),
    },
  ];
}

/**
 * Measurements of shoes drawn from above. `sole38` is the sole's length in cm in EU 38; the heel's width is a quarter
 * of the sole's length.
 */
export function shoeFromAbove(sizes: string[], sole38: number): Measures {
  const sole = (size: string) => sole38 + (Number(size) - 38) * 0.67;
  return [
    { label: "Heel width", letter: "A", bySize: bySize(sizes, (size) => sole(size) / 4) },
    { label: "Sole length", letter: "B", bySize: bySize(sizes, sole) },
  ];
}

/**
 * Measurements of products that lie flat. Each row has a label, the value for size M (or One Size) in cm, and the
 * difference from one size to the next.
 */
export function flat(
  sizes: string[],
  ...rows: [label: string, atMedium: number, step?: number][]
): Measures {
  const letters: Letter[] = ["A", "B", "C", "D"];
  return rows.map(([label, atMedium, step = 0], index) =>
    graded(label, letters[index] ?? "D", sizes, atMedium, step),
  );
}

function graded(
  label: string,
  letter: Letter,
  sizes: string[],
  atMedium: number,
  step: number,
): Measures[number] {
  return { label, letter, bySize: bySize(sizes, (size) => atMedium + rung(size) * step) };
}

function rung(size: string): number {
  const index = ladder.indexOf(size);
  return index < 0 ? 0 : index - ladder.indexOf("M");
}

function bySize(sizes: string[], measure: (size: string) => number): Record<string, number> {
  return Object.fromEntries(sizes.map((size) => [size, Math.round(measure(size) * 10) / 10]));
}
