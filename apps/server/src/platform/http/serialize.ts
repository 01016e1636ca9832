import build from "fast-json-stringify";
import { z } from "zod";

export type Serialize = (value: unknown) => string;

/** Compiling one takes up to a tenth of a second: each schema's is kept, for whichever app asks. */
const compiled = new WeakMap<z.core.$ZodType, Serialize>();

/**
 * A response's JSON from its schema: undeclared fields are left out, and it costs a fraction of checking. Compiled at
 * the first answer. `checked` (tests) also parses each answer, because the serializer itself never refuses one.
 */
export function serializer(schema: z.core.$ZodType, checked: boolean): Serialize {
  return (value) => {
    if (checked) z.parse(schema, value);
    return serializerOf(schema)(value);
  };
}

function serializerOf(schema: z.core.$ZodType): Serialize {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

function compile(schema: z.core.$ZodType): Serialize {
  const json = z.toJSONSchema(schema, { target: "draft-7", io: "output", unrepresentable: "any" });
  return build(withoutIds(json) as build.Schema);
}

/** The serializer takes `id` and `$schema` for addresses of documents. */
function withoutIds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutIds);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key, value]) => key !== "$schema" && !(key === "id" && typeof value === "string"),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutIds(value)]));
}
