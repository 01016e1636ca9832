import type { ComponentProps } from "react";
import { classNames } from "./class-names.tsx";

type RadioSwatchProps = Omit<ComponentProps<"input">, "type" | "color"> & {
  /**
   * The color's name, which screen readers read and which is shown on hover. Show the selected color's name next to the
   * group.
   */
  label: string;
  /** The color as #rrggbb. null shows the first letters of its name instead. */
  color: string | null;
  /**
   * Whether the color is out of stock. It is then struck through but can still be selected, so that shoppers can look
   * at it.
   */
  unavailable?: boolean;
};

/** One color of a radio group: a 44 px square, outlined in the ink color when selected. */
export function RadioSwatch({ label, color, unavailable, className, ...input }: RadioSwatchProps) {
  return (
    <label title={label} className={classNames("choice choice-swatch", className)}>
      <input type="radio" {...input} className="peer absolute inset-0 size-full opacity-0" />
      <Swatch color={color} label={label} unavailable={unavailable} />
      <span className="sr-only">
        {label}
        {unavailable ? " Out of Stock" : ""}
      </span>
    </label>
  );
}

type SwatchProps = {
  color: string | null;
  /** The color's name; null if letters don't fit. If `color` is null, the square shows the name's first two letters. */
  label: string | null;
  unavailable?: boolean | undefined;
};

/**
 * A color square, struck through if sold out. Drawn as SVG, because the content security policy forbids style
 * attributes.
 */
export function Swatch({ color, label, unavailable }: SwatchProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 44 44" className="swatch">
      <rect width="44" height="44" fill={color ?? "#e9edf1"} />
      {color !== null || label === null ? null : (
        <text x="22" y="27" textAnchor="middle" fontSize="14" fill="#14171c">
          {firstTwo(label)}
        </text>
      )}
      {unavailable ? (
        <>
          <path d="M0 44 44 0" stroke="#f7f8f9" strokeWidth="4" />
          <path d="M0 44 44 0" stroke="#14171c" strokeWidth="1.5" />
        </>
      ) : null}
    </svg>
  );
}

/**
 * Splits text into characters. Created only when needed, because creating it can block the main thread for 60 ms, and
 * most shops never need it: their swatches all have colors.
 */
let signs: Intl.Segmenter | undefined;

/** The first two characters as readers see them, so that an emoji isn't cut in half and a letter keeps its accent. */
function firstTwo(label: string): string {
  signs ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return Array.from(signs.segment(label), ({ segment }) => segment)
    .slice(0, 2)
    .join("");
}
