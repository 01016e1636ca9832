import type { ComponentProps } from "react";
import { classNames } from "./class-names.tsx";

type RadioSwatchProps = Omit<ComponentProps<"input">, "type" | "color"> & {
  /** The color's name, read by screen readers and shown on hover. Show the chosen name next to the group. */
  label: string;
  /** #rrggbb; null shows the name's first letters. */
  color: string | null;
  /** Out of stock. Struck through, but can still be selected to look at the color. */
  unavailable?: boolean;
};

/** One color of a radio group: a 44 px square, outlined in ink when chosen. */
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
  /** The letters shown in a square without a color; null if the square is too small for letters. */
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

const signs = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The first two characters as readers see them: never half an emoji, or a letter without its accent. */
function firstTwo(label: string): string {
  return Array.from(signs.segment(label), ({ segment }) => segment)
    .slice(0, 2)
    .join("");
}
