import { LanguageCode } from "@vetrina/contract/enumerations";
import { describe, expect, test } from "vitest";
import { orderWords as english, changeWords as englishChanges } from "./en.ts";
import { counted, fill } from "./fill.ts";
import { changeWords, orderWords } from "./order-words.ts";

/** Every text with its path. The plural forms of a text count as one text. */
function textsOf(words: object, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[path + name, value]] : textsOf(value, `${path}${name}.`),
  );
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(LanguageCode.options.map((code) => code.toLowerCase()))("%s", (language) => {
  test("has every text, with the placeholders of the English text", async () => {
    const words = { ...(await orderWords(language)), ...(await changeWords(language)) };
    const own = new Map(textsOf(words));
    const wrong = textsOf({ ...english, ...englishChanges }).filter(([path, text]) => {
      const translated = own.get(path) ?? "";
      const isSame = placeholders(translated).join() === placeholders(text).join();
      return !path.startsWith("units.") && (translated.trim() === "" || !isSame);
    });
    expect(wrong).toEqual([]);
  });

  test("has every plural form that the language needs", async () => {
    const { units } = await orderWords(language);
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    expect(Object.keys(units)).toEqual(expect.arrayContaining(pluralCategories));
    expect(counted(units, 5, language)).not.toContain("{");
  });
});

test("uses English for other languages", async () => {
  expect(await orderWords("sw")).toBe(english);
});

test("keeps placeholders without a value", () => {
  expect(fill("{n} of {all}", { n: 2 })).toBe("2 of {all}");
});
