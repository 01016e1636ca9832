import { describe, expect, test } from "vitest";
import { driftedFiles } from "./gen.ts";
import { docComment, printFields, printType } from "./gen/print-schema.ts";

test("the generated files match the contract (run npm run gen)", () => {
  expect(driftedFiles()).toEqual([]);
});

describe("printType", () => {
  test.each([
    [{}, "unknown"],
    [{ type: "string", format: "uuid", maxLength: 3 }, "string"],
    [{ type: "integer", minimum: 1 }, "number"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ anyOf: [{ type: "number" }, { type: "integer" }, { type: "null" }] }, "number | null"],
    [{ type: "string", const: "a" }, '"a"'],
    [{ enum: ["a", 'b"', 1, null] }, String.raw`"a" | "b\"" | 1 | null`],
    [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
    [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
    [{ $ref: "#/components/schemas/Image" }, "Image"],
  ])("%j is %s", (schema, type) => expect(printType(schema, "output")).toBe(type));

  test("input lists may be readonly", () => {
    expect(printType({ type: "array", items: { type: "string" } }, "input")).toBe(
      "readonly (string)[]",
    );
  });

  test.each<[object]>([
    [{ type: "object" }],
    [{ type: "date" }],
    [{ allOf: [] }],
    [{ not: {} }],
    [{ type: "array", prefixItems: [] }],
  ])("%j is refused", (schema) => expect(() => printType(schema, "output")).toThrow(TypeError));
});

test("fields have their description, default and quotes where needed", () => {
  const fields = [
    {
      name: "limit",
      description: "How many.",
      required: false,
      schema: { type: "integer", default: 20 },
    },
    { name: "x-y", description: undefined, required: true, schema: { type: "string" } },
  ];
  expect(printFields(fields, "input")).toBe(
    '{\n/**\n * How many.\n * Default: 20.\n */\nlimit?: number | undefined;\n"x-y": string;\n}',
  );
});

test("a description can't end its comment", () => {
  expect(docComment(["a */ b"])).toBe("/** a *\\/ b */\n");
});
