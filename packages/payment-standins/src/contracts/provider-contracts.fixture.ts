import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Json = Record<string, unknown>;

/** Explains why the tests against the providers' published schemas don't run. */
export const absent =
  "The providers' published schemas (shared/provider-contracts) aren't next to this repository.";

/** The folder that contains the schemas: shared/provider-contracts in this folder or any folder above it. */
const folder = ((): string | null => {
  for (let at = import.meta.dirname; at !== path.dirname(at); at = path.dirname(at)) {
    const candidate = path.join(at, "shared", "provider-contracts");
    if (existsSync(candidate)) return candidate;
  }
  return null;
})();

const compilers = new Map<string, Ajv2020>();

/** The errors found when validating a value against a named schema of a file. null if the schemas aren't available. */
export function contractErrors(file: string, pointer: string, value: unknown): string[] | null {
  if (folder === null) return null;
  const compiler = compilers.get(file) ?? compilerOf(folder, file);
  compilers.set(file, compiler);
  const reference = `contract#${pointer}`;
  const validate: ValidateFunction =
    compiler.getSchema(reference) ?? compiler.compile({ $ref: reference });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`.slice(0, 300),
  );
}

function compilerOf(from: string, file: string): Ajv2020 {
  const document = JSON.parse(readFileSync(path.join(from, file), "utf8")) as Json;
  // The `u` flag is off, because PayPal's regular expressions aren't valid with it.
  const compiler = new Ajv2020({ strict: false, unicodeRegExp: false, validateFormats: false });
  compiler.addSchema(withoutNullable(document) as Json, "contract");
  return compiler;
}

/** Replaces `nullable` of OpenAPI 3.0 with a list of types that includes null, as in JSON Schema. */
function withoutNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNullable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...rest } = schema as Json;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, withoutNullable(value)]),
  );
  return nullable === true ? { anyOf: [converted, { type: "null" }] } : converted;
}
