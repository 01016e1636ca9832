import type { JsonSchema } from "../../apps/server/src/platform/api-docs/openapi-schemas.ts";

/** "input" is what a caller passes; its lists may be readonly. "output" is what a call returns. */
export type Side = "input" | "output";

// Keywords for annotations and limits, which don't affect the type. Any keyword that is neither listed here nor printed
// below is an error.
const silent = new Set(
  "description default format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems maxProperties propertyNames required".split(
    " ",
  ),
);
const printed = new Set(
  "$ref type const enum properties additionalProperties items anyOf allOf".split(" "),
);

/** Prints a schema as a TypeScript type. Throws on a keyword that is not supported. */
export function printType(schema: JsonSchema, side: Side): string {
  for (const key of Object.keys(schema))
    if (!silent.has(key) && !printed.has(key))
      throw new TypeError(`The JSON Schema keyword ${key} is not supported.`);
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if (schema.anyOf) return union(schema.anyOf.map((part) => printType(part, side)));
  if (schema.allOf) throw new TypeError("allOf is not supported.");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.type === undefined) return "unknown";
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(types.map((type) => printNamedType(type, schema, side)));
}

function printNamedType(type: string, schema: JsonSchema, side: Side): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `${side === "input" ? "readonly " : ""}(${printType(schema.items ?? {}, side)})[]`;
    case "object":
      return printObject(schema, side);
    default:
      throw new TypeError(`The JSON Schema type ${type} is not supported.`);
  }
}

function printObject(schema: JsonSchema, side: Side): string {
  if (!schema.properties) {
    const values = schema.additionalProperties;
    if (typeof values !== "object")
      throw new TypeError("An object schema needs properties or additionalProperties.");
    return `Record<string, ${printType(values, side)}>`;
  }
  return printFields(
    Object.entries(schema.properties).map(([name, field]) => ({
      name,
      description: field.description,
      schema: field,
      required: schema.required?.includes(name) ?? false,
    })),
    side,
  );
}

export type Field = {
  name: string;
  description: string | undefined;
  schema: JsonSchema;
  required: boolean;
};

/** An object type with a doc comment for each field that has a description or default. */
export function printFields(fields: readonly Field[], side: Side): string {
  const lines = fields.map(({ name, description, schema, required }) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const type = printType(schema, side);
    return `${fieldDoc(description, schema)}${key}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

function fieldDoc(description: string | undefined, schema: JsonSchema): string {
  const text = description ?? schema.anyOf?.find((part) => part.description)?.description;
  const byDefault =
    schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}.`;
  const parts = [text, byDefault].filter((part) => part !== undefined);
  return parts.length > 0 ? docComment(parts) : "";
}

/** A doc comment followed by a newline. Escapes ends of comments within its text. */
export function docComment(lines: readonly string[]): string {
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  return safe.length === 1
    ? `/** ${safe[0]} */\n`
    : `/**\n${safe.map((line) => ` * ${line}`).join("\n")}\n */\n`;
}

function union(parts: readonly string[]): string {
  return [...new Set(parts)].join(" | ");
}
