import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ThemeInput } from "./theme.ts";

test("a theme names tokens that the stylesheet has, all of those a store may choose", () => {
  const css = readFileSync(new URL("../../ui/src/tokens.css", import.meta.url), "utf8");
  const tokens = [...css.matchAll(/^ {2,4}--([a-z][a-z-]*):/gm)].map(([, name = ""]) => name);
  const chosen = tokens.filter(
    (name) =>
      /^(?:color|tone|font|display)-|^radius$/.test(name) &&
      // Follows from display-case.
      name !== "display-leading" &&
      // The payment's messages are blue in every store.
      !name.startsWith("color-message") &&
      // A second name of a tone, for the utilities alone.
      !ThemeInput.shape[`tone-${name.slice("color-".length)}` as keyof typeof ThemeInput.shape],
  );
  expect(Object.keys(ThemeInput.shape).toSorted()).toEqual([...new Set(chosen)].toSorted());
});

test.each([
  { "color-accent": "red;} body{display:none" },
  { "color-accent": "#12345" },
  { "color-accent": "url(https://elsewhere.example)" },
  { "font-text": '"A"; color: red' },
  { radius: "1000px" },
  { "display-weight": "bold" },
  { "display-tracking": "4em" },
  { "no-such-token": "#000000" },
  { __proto__: null, "color-nothing": "#000000" },
])("%o is no theme", (theme) => {
  expect(ThemeInput.safeParse(theme).success).toBe(false);
});

test.each([
  {},
  { "color-accent": "#2340c7", "font-display": '"Iowan Old Style", Georgia, serif' },
  { radius: "2px", "display-tracking": "-0.02em", "display-scale": "0.9" },
])("%o is one", (theme) => {
  expect(ThemeInput.parse(theme)).toEqual(theme);
});
