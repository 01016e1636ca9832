import { describe, expect, test } from "vitest";
import { z } from "zod";
import { api } from "./api.ts";
import { AmountInput } from "./money.ts";
import {
  Country,
  Email,
  Flag,
  Id,
  Limit,
  LongText,
  Many,
  OptionalText,
  Text,
  Time,
} from "./common.ts";
import type { Endpoint } from "./endpoint.ts";
import { errorText } from "./error-text.ts";

const messagesOf = (schema: z.core.$ZodType, value: unknown) => {
  const result = z.safeParse(schema, value, { error: errorText });
  return result.success ? [] : result.error.issues.map(({ message }) => message);
};

describe("a validation error says what to send", () => {
  const union = z.union([z.enum(["KEEP", "NONE"]), AmountInput]);
  test.each<[z.core.$ZodType, unknown, string]>([
    [z.string(), undefined, "This is required: send text."],
    [z.string(), 5, "Send text."],
    [z.int(), 1.5, "Send a whole number."],
    [Limit, "many", "Send a number."],
    [Limit, "0", "Use 1 or more."],
    [Limit, "101", "Use 100 or less."],
    [z.number().positive(), 0, "Use more than 0."],
    [z.boolean(), "yes", "Send true or false."],
    [Flag, "maybe", "Send true or false."],
    [z.array(Id).min(2), [], "Send at least 2 items."],
    [z.array(Id).max(0), [""], "Send no items."],
    [z.string().min(10), "short", "Use at least 10 characters."],
    [z.string().max(3), "long", "Use at most 3 characters."],
    [z.strictObject({}), [], "Send an object."],
    [z.strictObject({}), { odd: 1 }, "This field doesn't exist. Remove it."],
    [z.enum(["A", "B"]), "C", "Use one of A, B."],
    [z.literal("PENDING"), "C", "Use PENDING."],
    [z.number().multipleOf(0.1), 0.15, "Use a multiple of 0.1."],
    [Email, "ada", "Use an email address, such as ada@example.com."],
    [Id, "1", "Use an id, such as 0190c6a2-7b1e-7c3d-9f00-5a4b3c2d1e0f."],
    [Time, "today", "Use a time in UTC, such as 2026-11-20T10:00:00.000Z."],
    [z.iso.date(), "today", "Use a date, such as 2026-11-20."],
    [Country, "usa", "Use a two-letter country code, such as US."],
    [Country, "UK", "This isn't a country code. Use a two-letter code, such as US."],
    [Country, "SU", "This isn't a country code. Use a two-letter code, such as US."],
    [Country, "EU", "This isn't a country code. Use a two-letter code, such as US."],
    [Country, "ZZ", "This isn't a country code. Use a two-letter code, such as US."],
    [union, -1, "Use 0 or more."],
    [z.union([z.string(), z.array(z.string())]), 5, "Send text or a list."],
    [Many, 5, "Send text or a list."],
    [
      z.record(Text(3), z.int()),
      { long1: 1 },
      "This field's name isn't valid. Use at most 3 characters.",
    ],
  ])("%#", (schema, value, message) => {
    expect(messagesOf(schema, value)).toEqual([message]);
  });
});

const invisible = [
  "",
  "   ",
  "\u200b",
  "\u00ad\u2060",
  "\u202e \u2066",
  "\ufe0f",
  "\u3164",
  "\u2800",
  "\u0301",
  "\u{e0020}",
];

test("a name needs a visible character of any script, and an optional text without one is empty", () => {
  for (const text of invisible) {
    expect(messagesOf(Text(20), text)).toEqual(["Use at least one visible character."]);
    expect(OptionalText(20).parse(text)).toBe("");
  }
  for (const text of ["a", "0", "…", "名", "🧥", "ع", "👨‍👩‍👧", "e\u0301", "\u200fשלום"])
    expect([messagesOf(Text(20), ` ${text} `), OptionalText(20).parse(text)]).toEqual([[], text]);
});

/** Yields the schema and all schemas nested in it. */
function* partsOf(schema: z.ZodType, seen = new Set<unknown>()): Generator<z.ZodType> {
  const def = schema.def as unknown as Partial<Record<string, unknown>>;
  // A transform isn't checked, because its input has already passed other schemas.
  if (seen.has(schema) || def["type"] === "transform") return;
  seen.add(schema);
  yield schema;
  const { shape, options } = def;
  const inside = ["element", "innerType", "keyType", "valueType", "in", "out"].map((k) => def[k]);
  if (Array.isArray(options)) inside.push(...options);
  if (typeof shape === "object" && shape !== null) inside.push(...Object.values(shape));
  for (const part of inside) if (part instanceof z.ZodType) yield* partsOf(part, seen);
}

const odd: unknown[] = [
  undefined,
  null,
  "",
  " ",
  "\u200b",
  "x",
  "ä b",
  "x".repeat(200_001),
  "-",
  "0",
];
odd.push(true, {}, [], -1, 0, 1.005, 1e15, Number.NaN, { "": 1 }, { odd: 1 }, [null], [""]);
odd.push(Array.from({ length: 20_000 }, () => "x"));

test("no endpoint returns the validation library's own messages", () => {
  const messages = new Map<string, string>();
  for (const group of Object.values(api))
    for (const { method, path, params, query, body } of Object.values(group) as Endpoint[])
      for (const schema of [params, query, body])
        for (const part of schema instanceof z.ZodType ? partsOf(schema) : [])
          for (const value of odd)
            for (const message of messagesOf(part, value))
              if (!messages.has(message)) messages.set(message, `${method} ${path}`);
  const unclear = [...messages].filter(
    ([message]) =>
      !/^[A-Z\d].*\.$/s.test(message) ||
      /^Invalid|^Too (?:small|big)|^Unrecognized|received|API documentation|a different one|isn't allowed here/.test(
        message,
      ),
  );
  expect(unclear).toEqual([]);
  expect(messages.size).toBeGreaterThan(50);
});

describe("a text of one line", () => {
  test.each(["\n", "\r\n", " \t ", "\u2028", " \n\n "])(
    "replaces a line break with a space (%j)",
    (gap) => {
      expect(Text(20).parse(`Wool${gap}coat`)).toBe("Wool coat");
    },
  );

  test("keeps inner spaces, and a long text's line breaks", () => {
    expect(Text(20).parse("Wool  coat")).toBe("Wool  coat");
    expect(LongText(20).parse("Wool\n\ncoat")).toBe("Wool\n\ncoat");
  });
});
