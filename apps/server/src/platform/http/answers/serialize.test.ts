import { expect, test } from "vitest";
import { z } from "zod";
import { serializer } from "./serialize.ts";

const part = z.strictObject({ size: z.int(), label: z.string().nullable() }).meta({ id: "Part" });
const schema = z.strictObject({
  name: z.string().nullable(),
  kind: z.enum(["A", "B"]).nullable(),
  count: z.number().nullable(),
  isOpen: z.boolean().nullable(),
  part: part.nullable(),
  parts: z.array(part.nullable()).nullable(),
  labels: z.record(z.string(), z.string()).nullable(),
  either: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.int() })]).nullable(),
  later: z.string().nullable().optional(),
});
const serialize = serializer(schema, true);

test("nullable values are written as they are, or as null", () => {
  const full = {
    name: "Ada",
    kind: "B",
    count: 1.5,
    isOpen: false,
    part: { size: 1, label: null },
    parts: [null, { size: 2, label: "two" }],
    labels: { a: "b" },
    either: { b: 3 },
    later: null,
  };
  expect(JSON.parse(serialize(full))).toEqual(full);
  const { later: _, ...rest } = full;
  const none = Object.fromEntries(Object.keys(rest).map((key) => [key, null]));
  expect(JSON.parse(serialize(none))).toEqual(none);
});

test("undeclared fields are left out, even within nullable values", () => {
  const lax = serializer(schema, false);
  const none = { name: "", kind: null, count: 0, isOpen: null, labels: null, either: null };
  const sent = { ...none, secret: 1, part: { size: 1, label: "", secret: 2 }, parts: [] };
  expect(JSON.parse(lax(sent))).toEqual({ ...none, part: { size: 1, label: "" }, parts: [] });
});
