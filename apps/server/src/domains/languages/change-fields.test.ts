import { LanguageCode, TranslatableType } from "@vetrina/contract/enumerations";
import { translatableFields } from "@vetrina/contract/languages";
import {
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  oneof,
  property,
  string,
} from "fast-check";
import { expect, test } from "vitest";
import { changeFields, languageToShow } from "./change-fields.ts";

const fieldError = (path: string) =>
  expect.objectContaining({
    code: "VALIDATION_FAILED",
    details: [expect.objectContaining({ path })],
  });

test("a field is stored in the same form as its original: trimmed, sanitized, or line by line", () => {
  expect(
    changeFields(
      "PRODUCT",
      { name: "Kleid", composition: "Seide" },
      {
        name: " Abendkleid ",
        description: `<p>Lang<img src=x onerror=alert(1)></p>`,
        composition: null,
        care: [" Kalt waschen "],
      },
    ),
  ).toEqual({ name: "Abendkleid", description: "<p>Lang</p>", care: ["Kalt waschen"] });
});

test.each([
  ["PRODUCT", "price", "12"],
  ["PRODUCT", "link", "kleid"],
  ["PRODUCT", "toString", "x"],
  ["COLLECTION", "seoTitle", "x"],
  ["POLICY", "name", "x"],
  ["PRODUCT", "name", ""],
  ["PRODUCT", "name", "   "],
  ["PRODUCT", "description", "<script>alert(1)</script>"],
  ["PRODUCT", "name", "x".repeat(256)],
  ["PRODUCT", "name", ["x"]],
  ["PRODUCT", "care", "x"],
  ["PRODUCT", "care", []],
  ["PRODUCT", "care", ["x", " "]],
  ["PRODUCT", "care", ["x".repeat(201)]],
  ["OPTION", "Black", "x".repeat(121)],
] satisfies [TranslatableType, string, string | string[]][])(
  "%s has no %s of %o",
  (type, field, value) => {
    const change = { [field]: value };
    expect(() => changeFields(type as TranslatableType, {}, change)).toThrow(
      fieldError(`fields.${field}`),
    );
  },
);

test("navigation words can only translate navigation labels", () => {
  const words = new Set(["Dresses"]);
  expect(changeFields("NAVIGATION", {}, { Dresses: "Kleider" }, words)).toEqual({
    Dresses: "Kleider",
  });
  expect(() => changeFields("NAVIGATION", {}, { Tops: "Oberteile" }, words)).toThrow(
    fieldError("fields.Tops"),
  );
});

test("for any input, only non-empty fields of the type are stored, and repeating a change changes nothing", () => {
  const value = oneof(string(), array(string(), { maxLength: 3 }), constant(null));
  const types = TranslatableType.options.filter((type) => translatableFields[type] !== "words");
  assert(
    property(
      constantFrom(...types),
      dictionary(constantFrom("name", "title", "content", "description", "care"), value),
      (type, change) => {
        let fields;
        try {
          fields = changeFields(type, {}, change);
        } catch {
          return;
        }
        expect(Object.keys(translatableFields[type])).toEqual(
          expect.arrayContaining(Object.keys(fields)),
        );
        expect(Object.values(fields).every((one) => one.length > 0)).toBe(true);
        expect(changeFields(type, fields, fields)).toEqual(fields);
      },
    ),
  );
});

test("the originals are shown if the language is missing, unsupported, or the store's default", () => {
  const store = { languages: ["EN", "DE"] as const };
  const shown = LanguageCode.options.map((code) => languageToShow(store, code));
  expect(shown.filter((code) => code !== null)).toEqual(["DE"]);
  expect(languageToShow(store, undefined)).toBeNull();
});
