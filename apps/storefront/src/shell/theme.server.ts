import type { Store } from "@vetrina/contract/stores/stores";
import displayFace from "../fonts/display.woff2?url";
import textFace from "../fonts/text.woff2?url";
import defaults from "../../../../packages/ui/src/tokens.css?raw";
import type { PageTheme } from "./page-theme.ts";

const displayFamily = "Sofia Sans Extra Condensed Variable";
const textFamily = "Hanken Grotesk Variable";

const tokenName = /^[\w-]+$/;
const tokenValue = /^[\w#"., -]+$/;

/**
 * A theme as pairs of token and value. The API has validated the values. A value that could end its CSS declaration is
 * still left out, because the pairs are written into a stylesheet.
 */
export function themeTokens(theme: Store["theme"]): [name: string, value: string][] {
  return Object.entries(theme).filter(
    ([name, value]) => tokenName.test(name) && tokenValue.test(value),
  );
}

/** A store's theme as its pages contain it. Leaves out values that the common stylesheet already has. */
export function themeOfPage(theme: Store["theme"]): PageTheme {
  const uppercase = (theme["display-case"] ?? "uppercase") === "uppercase";
  const tokens = { ...(uppercase ? {} : { "display-leading": "1" }), ...theme };
  const rules = themeTokens(tokens)
    .map(([name, value]) => [name, withFallback(value)] as const)
    .filter(([name, value]) => defaultTokens.get(name) !== value)
    .map(([name, value]) => `--${name}:${value}`);
  return {
    color: theme["color-paper"] ?? "#f7f8f9",
    faces: faces(theme),
    rules: rules.length === 0 ? "" : `:root{${rules.join(";")}}`,
  };
}

/**
 * The default value of each token (tokens.css). undefined for a token that has another default in some languages: a
 * store's value must then override both.
 */
const defaultTokens = new Map<string, string | undefined>();
for (const declaration of defaults.split(";")) {
  const start = declaration.indexOf("--");
  const colon = declaration.indexOf(":", start);
  if (start === -1 || colon === -1) continue;
  const name = declaration.slice(start + 2, colon);
  const value = declaration
    .slice(colon + 1)
    .trim()
    .split(/\s+/)
    .join(" ");
  defaultTokens.set(name, defaultTokens.has(name) ? undefined : value);
}

/**
 * Adds the system fallback of a default typeface. Fallbacks have the same metrics, so nothing moves when the typeface
 * is loaded.
 */
function withFallback(value: string): string {
  return value
    .replace(`"${displayFamily}"`, `"${displayFamily}", "Display Fallback"`)
    .replace(`"${textFamily}"`, `"${textFamily}", "Text Fallback"`);
}

/** The font files that the theme needs immediately. */
function faces(theme: Store["theme"]): string[] {
  const uses = (token: string, family: string) => theme[token]?.includes(family) ?? true;
  return [
    ...(uses("font-text", textFamily) ? [textFace] : []),
    ...(uses("font-display", displayFamily) ? [displayFace] : []),
  ];
}
