import type { Endpoint } from "@vetrina/contract/endpoint";
import { z } from "zod";

/** The subset of JSON Schema 2020-12 that the contract's zod schemas produce. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
};

/** An endpoint's schemas. Named schemas in them are references to `components`. */
export type EndpointSchemas = {
  params: JsonSchema | undefined;
  query: JsonSchema | undefined;
  body: { schema: JsonSchema; required: boolean } | undefined;
  response: JsonSchema | undefined;
};

type Io = "input" | "output";
type Raw = { schema: JsonSchema; defs: Record<string, JsonSchema> };
type Named = Record<string, JsonSchema>;

/**
 * Converts the schemas of all endpoints to JSON Schema, with named schemas shared between them. If a named schema
 * differs between input and output, its input version is named `<id>Input`.
 */
export function contractSchemas(
  endpoints: readonly Endpoint[],
  extra: readonly z.core.$ZodType[],
): { of: (endpoint: Endpoint) => EndpointSchemas; components: Named } {
  const named: Record<Io, Named> = { input: {}, output: {} };
  const convert = (schema: z.core.$ZodType, io: Io): JsonSchema => {
    const raw = toJsonSchema(schema, io);
    Object.assign(named[io], raw.defs);
    return raw.schema;
  };
  const raws = new Map(
    endpoints.map((e) => [
      e,
      {
        params: e.params && convert(e.params, "input"),
        query: e.query && convert(e.query, "input"),
        body: e.body && convert(e.body, "input"),
        response: e.response && convert(e.response, "output"),
      },
    ]),
  );
  for (const schema of extra) convert(schema, "output");

  const inputName = (id: string) => (differs(id, named) ? `${id}Input` : id);
  const components: Named = {};
  for (const [id, schema] of Object.entries(named.input))
    components[inputName(id)] = pointAt(schema, inputName);
  for (const [id, schema] of Object.entries(named.output)) components[id] = pointAt(schema, same);

  return {
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    of(endpoint) {
      const raw = raws.get(endpoint);
      if (!raw) throw new TypeError(`${endpoint.path} is not one of the endpoints`);
      return {
        params: raw.params && pointAt(raw.params, inputName),
        query: raw.query && pointAt(raw.query, inputName),
        body: raw.body && {
          schema: pointAt(raw.body, inputName),
          required: !mayBeAbsent(endpoint.body),
        },
        response: raw.response && pointAt(raw.response, same),
      };
    },
  };
}

function toJsonSchema(schema: z.core.$ZodType, io: Io): Raw {
  const json = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    override: ({ zodSchema, jsonSchema }) => tidy(defOf(zodSchema), jsonSchema),
  });
  const plain: JsonSchema & { $schema?: string; $defs?: Named } = JSON.parse(JSON.stringify(json));
  const { $schema: _, $defs: defs = {}, ...root } = plain;
  return { schema: root, defs };
}

// Removes keywords that Zod adds but readers of the document don't need.
function tidy(def: z.core.$ZodTypes["_zod"]["def"], json: z.core.JSONSchema.BaseSchema): void {
  // Responses may gain fields; only strict objects reject unknown keys.
  if (def.type === "object" && !def.catchall) delete json.additionalProperties;
  // A boolean in a query is the word true or false (z.stringbool).
  if (def.type === "pipe" && json.type === "string" && typeOf(def.out) === "boolean")
    json.type = "boolean";
  if (json.format && json.format !== "regex") delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

function defOf({ _zod: internals }: z.core.$ZodTypes) {
  return internals.def;
}

function typeOf({ _zod: internals }: z.core.$ZodType): string {
  return internals.def.type;
}

function mayBeAbsent(schema: z.core.$ZodType | undefined): boolean {
  if (!schema) return true;
  const { _zod: internals } = schema;
  return internals.optin === "optional";
}

const same = (id: string) => id;
const prefix = "#/$defs/";

function differs(id: string, named: Record<Io, Named>): boolean {
  const [input, output] = [named.input[id], named.output[id]];
  if (!input || !output) return false;
  if (JSON.stringify(input) !== JSON.stringify(output)) return true;
  return referencesOf(input).some((other) => other !== id && differs(other, named));
}

function referencesOf(schema: JsonSchema): string[] {
  const found: string[] = [];
  pointAt(schema, (id) => {
    found.push(id);
    return id;
  });
  return found;
}

function pointAt(schema: JsonSchema, name: (id: string) => string): JsonSchema {
  const pointed: JsonSchema = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" && value.startsWith(prefix)
      ? `#/components/schemas/${name(value.slice(prefix.length))}`
      : value,
  );
  return pointed;
}
