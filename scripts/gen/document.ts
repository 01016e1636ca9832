import {
  jsonBodyOf,
  type OpenApiDocument,
  type Operation,
} from "../../apps/server/src/platform/api-docs/openapi.ts";
import type { JsonSchema } from "../../apps/server/src/platform/api-docs/openapi-schemas.ts";

/** A call of the OpenAPI document, reduced to what the printers need. */
export type Call = {
  group: string;
  name: string;
  method: string;
  path: string;
  operation: Operation;
  /** Path and query fields in the order in which they are declared, without headers. */
  fields: {
    name: string;
    in: "path" | "query";
    required: boolean;
    description: string | undefined;
    schema: JsonSchema;
  }[];
  body: { schema: JsonSchema; required: boolean } | undefined;
  /** Whether the body is a file. */
  upload: boolean;
  /** undefined if the response has no body or is a file. */
  output: JsonSchema | undefined;
  /** The media type of the file that the call returns. */
  file: string | undefined;
};

/** The document's calls by group, in the contract's order. */
export function callsOf(document: OpenApiDocument): Map<string, Call[]> {
  const groups = new Map<string, Call[]>(document.tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      groups.get(operation.tags[0])?.push(callOf(path, method, operation));
  return groups;
}

function callOf(path: string, method: string, operation: Operation): Call {
  const fields: Call["fields"] = [];
  let template = path;
  for (const parameter of operation.parameters ?? [])
    if (!("$ref" in parameter) && parameter.in !== "header") {
      const name = parameter["x-input"] ?? parameter.name;
      if (parameter.in === "path") template = template.replace(`{${parameter.name}}`, `{${name}}`);
      fields.push({
        name,
        in: parameter.in,
        required: parameter.required ?? false,
        description: parameter.description,
        schema: parameter.schema,
      });
    }
  const body = operation.requestBody;
  const json = jsonBodyOf(operation);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  if (!success) throw new TypeError(`${operation.operationId} has no successful response`);
  const [, answer] = success;
  const content = "$ref" in answer ? {} : (answer.content ?? {});
  return {
    group: operation.tags[0],
    name: operation.operationId,
    method: method.toUpperCase(),
    path: template,
    operation,
    fields,
    body: json && body && { schema: json, required: body.required },
    upload: body !== undefined && json === undefined,
    output: content["application/json"]?.schema,
    file: Object.keys(content).find((type) => type !== "application/json"),
  };
}
