import { expect, test } from "vitest";
import { themeOfPage, themeTokens } from "./theme.server.ts";

test("shows any theme that the API accepts", () => {
  const theme = {
    "color-ink": "#14171c",
    "font-text": '"Iowan Old Style", Georgia, serif',
    "display-tracking": "-0.02em",
    radius: "2.5px",
  };
  expect(Object.fromEntries(themeTokens(theme))).toEqual(theme);
});

test("leaves out values that the common stylesheet already has", () => {
  const theme = {
    "color-ink": "#14171c",
    "color-pin": "#b3241d",
    "font-display": '"Sofia Sans Extra Condensed Variable", "Arial Narrow", sans-serif',
    "font-text": '"Hanken Grotesk Variable", system-ui, sans-serif',
    radius: "0",
  };
  expect(themeOfPage(theme).rules).toBe(":root{--color-pin:#b3241d}");
  expect(themeOfPage({ "color-ink": "#14171c" }).rules).toBe("");
});

test("keeps a default value that the stylesheet changes for other languages", () => {
  expect(themeOfPage({ "display-leading": "0.94" }).rules).toBe(":root{--display-leading:0.94}");
});

test.each([
  ["color-ink", "red}body{display:none"],
  ["color-ink", "red</style><script>steal()</script>"],
  ["color-ink", "url(//steal.example)"],
  ["color-ink", "red;display:none"],
  ["color-ink", "re\\64"],
  ["x:red}body{display", "none"],
  ["</style>", "none"],
])("leaves out a token that could end its declaration: %s %s", (name, value) => {
  expect(themeTokens({ [name]: value })).toEqual([]);
});
