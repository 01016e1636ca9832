import { escapeHtml } from "../escape-html.ts";
import { jsonBodyOf, uploadTypesOf } from "./openapi.ts";
import type { Answer, OpenApiDocument, Operation } from "./openapi.ts";
import type { JsonSchema } from "./openapi-schemas.ts";
import { clientExample, curlExample } from "./examples.ts";
import { docsPath } from "./layout.ts";
import { parametersOf } from "./parameters.ts";
import { fieldRows, fieldTable, typeHtml } from "./schema.ts";
import type { FieldRow } from "./schema.ts";
import { tryForm } from "./try-it.ts";

export type Call = { path: string; method: string; operation: Operation };

/** The calls of a group, in the document's order. */
export function callsOf(document: OpenApiDocument, group: string): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags[0] === group)
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Renders one call: who may make it, its parameters and responses, an example, and a form to try it. */
export function callArticle({ path, method, operation }: Call, document: OpenApiDocument): string {
  const id = operation.operationId;
  const { schemas } = document.components;
  const body = jsonBodyOf(operation);
  const types = uploadTypesOf(operation);
  const parts = { document, id };
  return `<article class="call" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${escapeHtml(operation.summary)}</a></h2>
<p class="address">${methodMark(method)}<span>${escapeHtml(path)}</span><span class="key">${operation.tags[0]}.${escapeHtml(id)}</span></p>
<p class="who">${escapeHtml(operation.description)}</p>
${fieldsPart(parts, "Parameters", parameterRows(operation, document))}
${body === undefined ? "" : schemaPart(parts, operation.requestBody?.required ? "Body" : "Body (optional)", body)}${types.length > 0 ? `<p>Body: the file itself (${types.join(", ")}).</p>` : ""}
${answerPart(parts, operation)}
${errorsPart(parts, operation)}
<details><summary>Example<span class="type">&nbsp;of ${escapeHtml(id)}</span></summary>
<h3>curl</h3><pre tabindex="0"><code>${escapeHtml(curlExample(path, method, operation, schemas))}</code></pre>
<h3>Client</h3><pre tabindex="0"><code>${escapeHtml(clientExample(operation, schemas))}</code></pre></details>
${tryForm(document, method, path, operation)}
</article>`;
}

export function methodMark(method: string): string {
  return `<span class="method ${method}">${method.toUpperCase()}</span>`;
}

/** Renders a table of statuses with the error codes that their responses may contain. */
export function errorTable(rows: readonly [string, Answer][], caption: string): string {
  const lines = rows.map(
    ([status, answer]) =>
      `<tr><th scope="row">${status}</th><td>${(answer["x-codes"] ?? []).map((code) => `<code>${escapeHtml(code)}</code>`).join(", ")}</td></tr>`,
  );
  return `<table aria-label="${escapeHtml(caption)}"><thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

type Parts = { document: OpenApiDocument; id: string };

function parameterRows(operation: Operation, document: OpenApiDocument): FieldRow[] {
  return parametersOf(operation, document).map((parameter) => ({
    name: parameter.in === "path" ? `{${parameter.name}}` : parameter.name,
    schema: parameter.schema,
    required: parameter.required ?? false,
    description: [parameter.in === "header" ? "Header." : "", parameter.description ?? ""]
      .join(" ")
      .trim(),
  }));
}

function fieldsPart({ document, id }: Parts, title: string, rows: readonly FieldRow[]): string {
  if (rows.length === 0) return "";
  return `<h3>${title}</h3>${fieldTable(rows, `${title} of ${id}`, docsPath(document, "schemas"))}`;
}

function schemaPart(parts: Parts, title: string, schema: JsonSchema): string {
  const rows = fieldRows(schema);
  return rows.length > 0
    ? fieldsPart(parts, title, rows)
    : `<h3>${title}</h3><p>${typeHtml(schema, docsPath(parts.document, "schemas"))}</p>`;
}

function answerPart(parts: Parts, operation: Operation): string {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  if (!success) return "";
  const [status, answer] = success;
  const content = "$ref" in answer ? {} : (answer.content ?? {});
  const schema = content["application/json"]?.schema;
  if (schema) return schemaPart(parts, `Response ${status}`, schema);
  const [file] = Object.keys(content);
  const words = file === undefined ? "Done. No body." : `A file: <code>${escapeHtml(file)}</code>.`;
  return `<h3>Response ${status}</h3><p>${words}</p>`;
}

// Shows only statuses for which the call has errors of its own, because the common errors have their own page.
function errorsPart({ document, id }: Parts, operation: Operation): string {
  const rows = Object.entries(operation.responses).filter(
    (entry): entry is [string, Answer] =>
      !("$ref" in entry[1]) && entry[1]["x-codes"] !== undefined,
  );
  if (rows.length > 0) return `<h3>Errors</h3>${errorTable(rows, `Errors of ${id}`)}`;
  return `<h3>Errors</h3><p>Only the <a href="${docsPath(document, "errors")}">common ones</a>.</p>`;
}
