import { clientExample, curlExample } from "./api-docs-examples.ts";
import { escapeHtml } from "./escape-html.ts";
import { fieldRows, fieldTable, typeHtml } from "./api-docs-schema.ts";
import type { FieldRow } from "./api-docs-schema.ts";
import { apiDocsStyle } from "./api-docs-style.ts";
import { jsonBodyOf, uploadTypesOf } from "./openapi.ts";
import type { Answer, OpenApiDocument, Operation, Reference } from "./openapi.ts";
import type { JsonSchema } from "./openapi-schemas.ts";

type Call = { path: string; method: string; operation: Operation };

/** The document as one readable HTML page without a script; to be served with apiDocsPolicy. */
export function apiDocsPage(document: OpenApiDocument): string {
  const { info, components } = document;
  const base = document.servers[0]?.url ?? "";
  const groups = document.tags.map(({ name }) => ({ name, calls: callsOf(document, name) }));
  const toc = groups.map(
    ({ name, calls }) =>
      `<li><a href="#${name}">${escapeHtml(titleOf(name))}</a><ul>${calls.map(({ operation }) => `<li><a href="#${operation.operationId}">${escapeHtml(operation.operationId)}</a></li>`).join("")}</ul></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} ${escapeHtml(info.version)}</title>
<meta name="description" content="Every call of the ${escapeHtml(info.title)}: address, access, fields, errors and examples.">
<meta name="robots" content="noindex">
<style>${apiDocsStyle}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header class="top">
<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description)}</p>
<p class="facts"><span>Version ${escapeHtml(info.version)}</span><span>Base <code>${escapeHtml(base)}</code></span><a href="${escapeHtml(base)}/openapi.json">openapi.json</a></p>
</header>
<div class="page">
<nav aria-label="Contents"><ul><li><a href="#start">Start here</a></li>${toc.join("")}<li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li></ul></nav>
<main id="calls" tabindex="-1">
${startSection(document)}
${groups.map(({ name, calls }) => groupSection(name, calls, document)).join("\n")}
${errorsSection(document)}
<section class="group" id="schemas" aria-labelledby="schemas-title"><h2 id="schemas-title"><a href="#schemas">Schemas</a></h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => schemaArticle(name, schema))
  .join("\n")}</section>
</main>
</div>
<footer class="foot">Made from the same contract as the server, the client and <a href="${escapeHtml(base)}/openapi.json">openapi.json</a>.</footer>
</body>
</html>
`;
}

function callsOf(document: OpenApiDocument, tag: string): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags[0] === tag)
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

function startSection({ components }: OpenApiDocument): string {
  const schemes = Object.values(components.securitySchemes).map(
    (scheme) =>
      `<tr><th scope="row"><code class="name">${escapeHtml(schemeHeader(scheme))}</code></th><td>${escapeHtml(scheme["description"] ?? "")}</td></tr>`,
  );
  const headers = Object.values(components.parameters).map((parameter) => ({
    name: parameter.name,
    schema: parameter.schema,
    required: false,
    description: parameter.description ?? "",
  }));
  return `<section class="group" id="start" aria-labelledby="start-title"><h2 id="start-title"><a href="#start">Start here</a></h2>
<article class="call" aria-labelledby="start-keys"><h3 id="start-keys">Who is calling</h3>
<p>Most reads need nothing. Everything else goes by one of these; something of another store is answered like something that does not exist, with 404.</p>
<table aria-label="Ways to say who is calling"><thead><tr><th scope="col">Sent as</th><th scope="col">Meaning</th></tr></thead><tbody>${schemes.join("")}</tbody></table></article>
<article class="call" aria-labelledby="start-headers"><h3 id="start-headers">Headers of some calls</h3>
${fieldTable(headers, "Headers")}</article></section>`;
}

function schemeHeader(scheme: Record<string, string>): string {
  if (scheme["type"] === "http") return "Authorization: Bearer …";
  return scheme["in"] === "cookie" ? `Cookie: ${scheme["name"]}=…` : `${scheme["name"]}: …`;
}

function groupSection(name: string, calls: readonly Call[], document: OpenApiDocument): string {
  return `<section class="group" id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title"><a href="#${name}">${escapeHtml(titleOf(name))}</a></h2>
${calls.map((call) => callArticle(call, document)).join("\n")}</section>`;
}

function callArticle({ path, method, operation }: Call, document: OpenApiDocument): string {
  const id = operation.operationId;
  const { schemas } = document.components;
  const body = jsonBodyOf(operation);
  const types = uploadTypesOf(operation);
  return `<article class="call" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}">${escapeHtml(operation.summary)}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span><span>${escapeHtml(path)}</span><span class="key">${operation.tags[0]}.${escapeHtml(id)}</span></p>
<p class="who">${escapeHtml(operation.description)}</p>
${fieldsPart("Parameters", id, parameterRows(operation, document))}
${body === undefined ? "" : schemaPart(operation.requestBody?.required ? "Body" : "Body, may be left out", id, body)}${types.length > 0 ? `<p>Body: a file as it is (${types.join(", ")}).</p>` : ""}
${answerPart(operation, id)}
${errorsPart(operation, id)}
<details><summary>Example<span class="type">&nbsp;of ${escapeHtml(id)}</span></summary>
<h4>curl</h4><pre><code>${escapeHtml(curlExample(path, method, operation, schemas))}</code></pre>
<h4>Client</h4><pre><code>${escapeHtml(clientExample(operation, schemas))}</code></pre></details>
</article>`;
}

function parameterRows(operation: Operation, document: OpenApiDocument): FieldRow[] {
  return (operation.parameters ?? []).map((parameter) => {
    const known = "$ref" in parameter ? headerOf(parameter, document) : parameter;
    return {
      name: known.in === "path" ? `{${known.name}}` : known.name,
      schema: known.schema,
      required: known.required ?? false,
      description: [known.in === "header" ? "Header." : "", known.description ?? ""]
        .join(" ")
        .trim(),
    };
  });
}

function headerOf(reference: Reference, document: OpenApiDocument) {
  const name = reference.$ref.slice(reference.$ref.lastIndexOf("/") + 1);
  const parameter = document.components.parameters[name];
  if (!parameter) throw new TypeError(`${reference.$ref} points at nothing`);
  return parameter;
}

function fieldsPart(title: string, id: string, rows: readonly FieldRow[]): string {
  return rows.length > 0 ? `<h4>${title}</h4>${fieldTable(rows, `${title} of ${id}`)}` : "";
}

function schemaPart(title: string, id: string, schema: JsonSchema): string {
  const rows = fieldRows(schema);
  return rows.length > 0
    ? fieldsPart(title, id, rows)
    : `<h4>${title}</h4><p>${typeHtml(schema)}</p>`;
}

function answerPart(operation: Operation, id: string): string {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  if (!success) return "";
  const [status, answer] = success;
  const content = "$ref" in answer ? {} : (answer.content ?? {});
  const schema = content["application/json"]?.schema;
  if (schema) return schemaPart(`Answer ${status}`, id, schema);
  const [file] = Object.keys(content);
  const words = file === undefined ? "Done; no body." : `A file: <code>${escapeHtml(file)}</code>.`;
  return `<h4>Answer ${status}</h4><p>${words}</p>`;
}

// Only what is particular to the call: the common errors stand once, in their own section.
function errorsPart(operation: Operation, id: string): string {
  const rows = Object.entries(operation.responses).filter(
    (entry): entry is [string, Answer] =>
      !("$ref" in entry[1]) && entry[1]["x-codes"] !== undefined,
  );
  if (rows.length === 0) return `<h4>Errors</h4><p>Only the <a href="#errors">common ones</a>.</p>`;
  return `<h4>Errors</h4>${errorTable(rows, `Errors of ${id}`)}`;
}

function errorsSection({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.responses).map(([name, answer]): [string, Answer] => [
    name.replace("Error", ""),
    answer,
  ]);
  return `<section class="group" id="errors" aria-labelledby="errors-title"><h2 id="errors-title"><a href="#errors">Errors</a></h2>
<article class="call" aria-labelledby="errors-common"><h3 id="errors-common">Common to all calls</h3>
<p>The body is always an <a href="#schema-ApiErrorBody">ApiErrorBody</a>: go by its code. Its traceId finds the request in the server's log.</p>
${errorTable(rows, "Errors common to all calls")}</article></section>`;
}

function errorTable(rows: readonly [string, Answer][], caption: string): string {
  const lines = rows.map(
    ([status, answer]) =>
      `<tr><th scope="row">${status}</th><td>${(answer["x-codes"] ?? []).map((code) => `<code>${escapeHtml(code)}</code>`).join(", ")}</td></tr>`,
  );
  return `<table aria-label="${escapeHtml(caption)}"><thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

function schemaArticle(name: string, schema: JsonSchema): string {
  const id = `schema-${name}`;
  return `<article class="call" id="${id}" aria-labelledby="${id}-title"><h3 id="${id}-title"><a href="#${id}">${escapeHtml(name)}</a></h3>
${fieldTable(fieldRows(schema), `Fields of ${name}`)}</article>`;
}

function titleOf(group: string): string {
  return group.charAt(0).toUpperCase() + group.slice(1);
}
