import { expect, test } from "vitest";
import { pageLanguage } from "./page-language.ts";

const store = { languages: ["EN", "DE", "AR"] as const, locale: "en-US" };

test.each([
  ["/", undefined, null, "en-US", null],
  ["/?lang=de", undefined, "DE", "de", "de"],
  ["/?lang=DE", "language=ar", "DE", "de", "de"],
  ["/", "a=b; language=ar; c=d", "AR", "ar", null],
  ["/?lang=en", "language=ar", null, "en-US", "en"],
  // Unsupported languages and invalid values are ignored.
  ["/?lang=fr", undefined, null, "en-US", null],
  ["/?lang=", "language=xx", null, "en-US", null],
  ["/", "mylanguage=de; language=de-DE", null, "en-US", null],
])("%s with %s", (path, cookies, code, tag, remembered) => {
  const found = pageLanguage(store, new URL(path, "http://localhost"), cookies);
  expect(found).toMatchObject({ code, tag });
  expect(found.cookie?.split(";")[0] ?? null).toBe(remembered && `language=${remembered}`);
});
