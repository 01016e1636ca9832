import type { OpenApiDocument } from "../../apps/server/src/platform/api-docs/openapi.ts";
import { callsOf } from "./document.ts";
import type { Call } from "./document.ts";
import { docComment, printFields, printType } from "./print-schema.ts";
import type { Field } from "./print-schema.ts";

/** The client's types: all named entities, each call's input and output, and the client itself. */
export function printTypes(document: OpenApiDocument): string {
  const groups = callsOf(document);
  const calls = [...groups.values()].flat();
  return [
    `import type { CallOptions } from "./transport.ts";`,
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) => `export type ${name} = ${printType(schema, "output")};`,
    ),
    ...calls.map((call) => printCall(call)),
    "/** Every call of the API, by group. */",
    `export type Client = {\n${[...groups].map(([group, list]) => printGroup(group, list)).join("\n")}\n};`,
  ].join("\n\n");
}

function printCall(call: Call): string {
  const name = typeName(call);
  const declarations: string[] = [];
  if (call.body)
    declarations.push(`export type ${name}Body = ${printType(call.body.schema, "input")};`);
  if (hasInput(call))
    declarations.push(`export type ${name}Input = ${printFields(inputFields(call), "input")};`);
  if (call.output)
    declarations.push(`export type ${name}Output = ${printType(call.output, "output")};`);
  return declarations.join("\n\n");
}

function inputFields(call: Call): Field[] {
  const fields: Field[] = [...call.fields];
  if (call.body)
    fields.push({
      name: "body",
      description: undefined,
      required: call.body.required,
      schema: { $ref: `${typeName(call)}Body` },
    });
  if (call.upload)
    fields.push({
      name: "file",
      description: "The file, sent unchanged with its own media type.",
      required: true,
      schema: { $ref: "Blob" },
    });
  return fields;
}

function printGroup(group: string, calls: readonly Call[]): string {
  return `${group}: {\n${calls.map((call) => printMethod(call)).join("\n")}\n};`;
}

function printMethod(call: Call): string {
  const name = typeName(call);
  const doc = docComment([
    call.operation.summary,
    "",
    `\`${call.method} ${call.path}\`. ${call.operation.description}`,
  ]);
  const optional = inputFields(call).every((field) => !field.required);
  const input = hasInput(call)
    ? `input${optional ? "?" : ""}: ${name}Input`
    : "input?: Record<string, never>";
  const output = call.output ? `${name}Output` : call.file ? "File" : "void";
  return `${doc}${call.name}(${input}, options?: CallOptions): Promise<${output}>;`;
}

function hasInput(call: Call): boolean {
  return call.fields.length > 0 || call.body !== undefined || call.upload;
}

function typeName(call: Call): string {
  return call.name.charAt(0).toUpperCase() + call.name.slice(1);
}
