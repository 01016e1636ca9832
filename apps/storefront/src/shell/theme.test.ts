import { expect, test } from "vitest";
import { themeTokens } from "./theme.ts";

test("shows any theme that the API accepts", () => {
  const theme = {
    "color-ink": "#14171c",
    "font-text": '"Iowan Old Style", Georgia, serif',
    "display-tracking": "-0.02em",
    radius: "2.5px",
  };
  expect(Object.fromEntries(themeTokens(theme))).toEqual(theme);
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
