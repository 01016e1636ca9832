import { referenceName } from "./schema.ts";
import { exampleBodyOf, jsonBodyOf, uploadTypesOf } from "./openapi.ts";
import type { OpenApiDocument, Operation, Parameter } from "./openapi.ts";
import type { JsonSchema } from "./openapi-schemas.ts";

type Schemas = OpenApiDocument["components"]["schemas"];

const samples: Record<string, string> = {
  uuid: "0198c5a0-0000-7000-8000-000000000001",
  "date-time": "2026-11-20T10:00:00.000Z",
  date: "2026-11-20",
  email: "ada@example.com",
};
const sampleByName: Record<string, unknown> = {
  storeId: "sorvela",
  linkStoreId: "sorvela",
  link: "linen-dress",
  country: "US",
  currency: "USD",
  productId: samples["uuid"],
  variantId: samples["uuid"],
  quantity: 1,
  price: 89,
  name: "Example",
  city: "Milan",
  address: "Via Tortona 12",
  provider: "paypal",
};

// Fields that are optional in the schema but useful in most calls.
const useful = new Set(["productId", "variantId", "email"]);

/**
 * An example of a value with the required and the most useful fields. It may violate patterns, so it is for readers,
 * not for tests.
 */
export function exampleOf(schema: JsonSchema, schemas: Schemas, name = ""): unknown {
  if (schema.$ref !== undefined)
    return exampleOf(schemas[referenceName(schema.$ref)] ?? {}, schemas, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, schemas, name);
  const type = [schema.type].flat()[0];
  if (type === "object") {
    const { properties = {}, required = Object.keys(properties).slice(0, 1) } = schema;
    const example = Object.fromEntries(
      Object.entries(properties)
        .filter(([key]) => required.includes(key) || useful.has(key))
        .map(([key, field]) => [key, exampleOf(field, schemas, key)]),
    );
    return "name" in example && "city" in example ? { ...example, name: "Ada Rossi" } : example;
  }
  if (type === "array") return [exampleOf(schema.items ?? {}, schemas)];
  if (schema.format) return samples[schema.format] ?? name;
  const known = sampleByName[name];
  if (known !== undefined) return known;
  if (type === "number" || type === "integer") return schema.minimum ?? 1;
  return type === "boolean" ? true : name || "text";
}

/** An example of the call's JSON body; undefined if it has none. */
export function bodyExample(operation: Operation, schemas: Schemas): unknown {
  const body = jsonBodyOf(operation);
  return body === undefined ? undefined : (exampleBodyOf(operation) ?? exampleOf(body, schemas));
}

/** The call as a curl command. */
export function curlExample(
  path: string,
  method: string,
  operation: Operation,
  schemas: Schemas,
): string {
  const parameters = plainParameters(operation);
  const value = (parameter: Parameter) =>
    encodeURIComponent(String(exampleOf(parameter.schema, schemas, inputName(parameter))));
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, value(parameter)), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${parameter.name}=${value(parameter)}`)
    .join("&");
  const body = bodyExample(operation, schemas);
  const [type] = uploadTypesOf(operation);
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}'https://shop.example/api/v1${filled}${query && `?${query}`}'`,
    ...(needs(operation, "bearer") ? [`-H "Authorization: Bearer $ACCESS_TOKEN"`] : []),
    ...(needs(operation, "orderKey") ? [`-H "X-Order-Key: $ORDER_KEY"`] : []),
    ...(operation["x-idempotent"] ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body !== undefined
      ? [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]
      : []),
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`, "--data-binary @file"]),
  ].join(" \\\n  ");
}

/** The same call with the TypeScript client. */
export function clientExample(operation: Operation, schemas: Schemas): string {
  const fields = plainParameters(operation)
    .filter((parameter) => parameter.required)
    .map((parameter): [string, unknown] => {
      const name = inputName(parameter);
      return [name, exampleOf(parameter.schema, schemas, name)];
    });
  const body = bodyExample(operation, schemas);
  const input = Object.fromEntries(body !== undefined ? [...fields, ["body", body]] : fields);
  if (uploadTypesOf(operation).length > 0) input["file"] = "a Blob or a File";
  const options = needs(operation, "orderKey") ? ', { headers: { "X-Order-Key": orderKey } }' : "";
  const argument = Object.keys(input).length > 0 ? literal(input) : options === "" ? "" : "{}";
  return `const answer = await client.${operation.tags[0]}.${operation.operationId}(${argument}${options});`;
}

function plainParameters(operation: Operation): Parameter[] {
  return (operation.parameters ?? []).flatMap((parameter) =>
    "$ref" in parameter ? [] : [parameter],
  );
}

function inputName(parameter: Parameter): string {
  return parameter["x-input"] ?? parameter.name;
}

// Writes a value as JSON without quotes around plain keys.
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}

// Whether the call's example contains this credential: none for a public call, the order key if the call accepts one,
// otherwise the access token.
function needs(operation: Operation, scheme: "bearer" | "orderKey"): boolean {
  const ways = operation.security;
  if (ways.some((way) => Object.keys(way).length === 0)) return false;
  const byKey = ways.some((way) => "orderKey" in way);
  return scheme === "orderKey" ? byKey : !byKey;
}
