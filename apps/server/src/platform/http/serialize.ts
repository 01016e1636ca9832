import build from "fast-json-stringify";
import { z } from "zod";

export type Serialize = (value: unknown) => string;

/**
 * A response's JSON from its schema: undeclared fields are left out, and it costs a fraction of checking. Compiled at
 * the first answer. `checked` (tests) also parses each answer, because the serializer itself never refuses one.
 */
export function serializer(schema: z.core.$ZodType, checked: boolean): Serialize {
  let compiled: Serialize | undefined;
  return (value) => {
    if (checked) z.parse(schema, value);
    compiled ??= compile(schema);
    return compiled(value);
  };
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
