import * as fc from "fast-check";
import { z } from "zod";

/** The parts of zod's JSON Schemas that are needed to generate values. */
type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** Values that tend to break PostgreSQL, JavaScript, HTML, JSON or paths. */
export const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff!",
  "\u202e\u0000",
  "🧥".repeat(80),
  "é".repeat(300),
  "x".repeat(5000),
  "'; drop table shop.orders; --",
  "' or 1=1 --",
  "%",
  "%00",
  "_%\\",
  "\\",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "{{constructor}}",
  "${7*7}",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "Infinity",
  "-1",
  "1e309",
  "0x10",
  "true",
  "[]",
  "(".repeat(60),
  "a.b.c",
  "localhost",
  "0000-00-00",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999Z",
  "2026-02-30T00:00:00Z",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "İıſK",
  "\r\nset-cookie: a=b",
];
const hostileNumbers = [
  0,
  -0,
  -1,
  0.005,
  1e-7,
  1.005,
  999,
  1000,
  2_147_483_647,
  2_147_483_648,
  9_999_999.99,
  10_000_000,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  1e21,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
];

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileNumbers) },
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }),
  fc.constant(JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}')),
  fc.constant(JSON.parse(`${"[".repeat(300)}${"]".repeat(300)}`)),
  fc.constant(Array.from({ length: 2000 }, () => ({}))),
);

/** Values of a zod schema's input, most of them valid. `known`: existing ids. */
export function inputsOf(
  schema: z.core.$ZodType,
  known: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  return spoiled(valuesOf(json, json.$defs ?? {}, known)) as fc.Arbitrary<Record<string, unknown>>;
}

/** In one case out of three, replaces or adds some values at any level. */
function spoiled(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const spoil = fc
    .tuple(
      valid,
      fc.array(fc.tuple(fc.nat(), hostile, fc.boolean()), { minLength: 1, maxLength: 3 }),
    )
    .map(([value, changes]) =>
      changes.reduce((all, [at, bad, adds]) => replaceAt(all, at, bad, adds), value),
    );
  return fc.oneof({ weight: 2, arbitrary: valid }, { weight: 1, arbitrary: spoil });
}

function replaceAt(value: unknown, at: number, bad: unknown, adds: boolean): unknown {
  if (typeof value !== "object" || value === null) return bad;
  const entries = Object.entries(value);
  if (entries.length === 0) return bad;
  if (adds && !Array.isArray(value))
    return Object.fromEntries([...entries, [hostileTexts[at % hostileTexts.length] ?? "x", bad]]);
  const chosen = at % entries.length;
  const next = entries.map(([key, child], i): [string, unknown] => [
    key,
    i === chosen ? replaceAt(child, Math.floor(at / entries.length), bad, adds) : child,
  ]);
  return Array.isArray(value) ? next.map(([, child]) => child) : Object.fromEntries(next);
}

function valuesOf(
  schema: Schema,
  defs: Record<string, Schema>,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => valuesOf(inner, defs, known);
  if (schema.$ref !== undefined) return of(defs[schema.$ref.replace("#/$defs/", "")] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(of));
  if (schema.allOf !== undefined) return of(schema.allOf[0] ?? {});
  switch (schema.type) {
    case "string":
      return textsOf(schema, known);
    case "integer":
    case "number":
      return numbersOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(of(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case "object":
      return objectsOf(schema, of);
    default:
      return fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom(...known));
  }
}

function objectsOf(schema: Schema, of: (inner: Schema) => fc.Arbitrary<unknown>) {
  const properties = Object.entries(schema.properties ?? {});
  const extra = schema.additionalProperties;
  if (properties.length === 0 && typeof extra === "object")
    return fc.dictionary(fc.constantFrom("Size", "Color", "S", "M"), of(extra), { maxKeys: 3 });
  const fields = Object.fromEntries(properties.map(([name, inner]) => [name, of(inner)]));
  return fc.record(fields, { requiredKeys: schema.required ?? [] });
}

function textsOf({ format, pattern, maxLength = 40 }: Schema, known: readonly string[]) {
  const ids = fc.constantFrom(...known);
  if (format === "uuid") return fc.oneof({ weight: 5, arbitrary: ids }, fc.uuid());
  if (format === "date-time")
    return fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
  if (format === "email") return fc.constantFrom("ada@example.com", "o'hara+x@example.co");
  if (pattern?.includes("[A-Z]{2}") === true) return fc.constantFrom("US", "IT", "ZZ", "EU");
  if (pattern?.includes("#[0-9a-f]") === true) return fc.constant("#aabbcc");
  const words = fc.constantFrom("Slip dress", "new", "other", "OTHER", "paypal", "under-50", "TEN");
  const any = fc.string({ unit: "binary", maxLength: Math.min(maxLength, 60) });
  return fc.oneof({ weight: 4, arbitrary: ids }, { weight: 3, arbitrary: words }, any);
}

function numbersOf({ type, minimum = -10, maximum = 20 }: Schema): fc.Arbitrary<number> {
  const from = Math.max(minimum, -1000);
  const to = Math.max(from, Math.min(maximum, 10_000_000));
  const integer = fc.integer({ min: Math.ceil(from), max: Math.floor(to) });
  const small = fc.integer({
    min: Math.ceil(from),
    max: Math.min(Math.floor(to), Math.ceil(from) + 5),
  });
  if (type === "integer") return fc.oneof(small, integer, fc.constant(to));
  return fc.oneof(small, integer, fc.double({ min: from, max: to, noNaN: true }));
}
