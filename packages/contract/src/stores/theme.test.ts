import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ThemeInput } from "./theme.ts";

test("a theme can set exactly the stylesheet's tokens that stores may choose", () => {
  const css = readFileSync(new URL("../../../ui/src/tokens.css", import.meta.url), "utf8");
  const tokens = [...css.matchAll(/^ {2,4}--([a-z][a-z-]*):/gm)].map(([, name = ""]) => name);
  const chosen = tokens.filter(
    (name) =>
      /^(?:color|tone|font|display)-|^radius$/.test(name) &&
      // display-leading is derived from display-case.
      name !== "display-leading" &&
      // Test-payment messages are blue in every store, as the specification requires.
      !name.startsWith("color-message") &&
      // These are aliases of a color, used only by utility classes.
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
  { "display-scale": "1.51" },
  { "display-scale": "1.6" },
  { "no-such-token": "#000000" },
  { __proto__: null, "color-nothing": "#000000" },
])("%o is refused", (theme) => {
  expect(ThemeInput.safeParse(theme).success).toBe(false);
});

test.each([
  {},
  { "color-accent": "#2340c7", "font-display": '"Iowan Old Style", Georgia, serif' },
  { radius: "2px", "display-tracking": "-0.02em", "display-scale": "0.9" },
  { "display-scale": "1.49" },
  { "display-scale": "1.50" },
])("%o is accepted", (theme) => {
  expect(ThemeInput.parse(theme)).toEqual(theme);
});
