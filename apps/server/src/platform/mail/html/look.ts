import type { Theme } from "@vetrina/contract/stores/theme";

/** A sender's colors and fonts, checked for use in an email: they load no external resources. */
export type Look = {
  light: Palette;
  /**
   * The palette for dark mode, mixed from the theme's ink and paper colors with their roles swapped; null if these
   * aren't hexadecimal colors.
   */
  dark: Palette | null;
  display: {
    fontFamily: string;
    fontWeight: number;
    letterSpacing: string;
    textTransform: "none" | "uppercase";
  };
  text: string;
  radius: string;
};

export type Palette = Record<"paper" | "tissue" | "ink" | "graphite" | "line", string>;

const plain: Palette = {
  paper: "#ffffff",
  tissue: "#f0f1f3",
  ink: "#16181c",
  graphite: "#555b66",
  line: "#d5d9df",
};

const color = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+|(?:rgb|hsl)a?\([\d.,%\s/a-z-]+\))$/i;
const fonts = /^[\w\s"',-]+$/;
const length = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:px|em|rem)$|^0$/;

/**
 * The theme's values that email clients support, with defaults for others. Scripts with joined letters (Arabic) get no
 * letter spacing.
 */
export function lookOf(theme: Theme, hasLooseLetters: boolean): Look {
  const take = (name: string, allowed: RegExp, otherwise: string) => {
    const value = theme[name]?.trim() ?? "";
    return allowed.test(value) ? value : otherwise;
  };
  const light: Palette = {
    paper: take("color-paper", color, plain.paper),
    tissue: take("color-tissue", color, plain.tissue),
    ink: take("color-ink", color, plain.ink),
    graphite: take("color-graphite", color, plain.graphite),
    line: take("color-line", color, plain.line),
  };
  return {
    light,
    dark: darkOf(light),
    display: {
      fontFamily: take("font-display", fonts, "Georgia, serif"),
      fontWeight: Number(take("display-weight", /^[1-9]\d{2}$/, "600")),
      letterSpacing: hasLooseLetters ? take("display-tracking", length, "0") : "0",
      textTransform: theme["display-case"] === "uppercase" ? "uppercase" : "none",
    },
    text: take("font-text", fonts, "system-ui, sans-serif"),
    radius: take("radius", length, "0"),
  };
}

function darkOf({ ink, paper }: Palette): Palette | null {
  const [from, to] = [channels(ink), channels(paper)];
  if (from === null || to === null) return null;
  const mixed = (part: number) =>
    `#${from
      .map((channel, i) => Math.round(channel + ((to[i] ?? 0) - channel) * part))
      .map((channel) => channel.toString(16).padStart(2, "0"))
      .join("")}`;
  return {
    tissue: mixed(0),
    paper: mixed(0.06),
    line: mixed(0.22),
    graphite: mixed(0.72),
    ink: mixed(0.96),
  };
}

function channels(hex: string): number[] | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)?.[1];
  if (digits === undefined) return null;
  const pairs = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits;
  return [0, 2, 4].map((at) => Number.parseInt(pairs.slice(at, at + 2), 16));
}
