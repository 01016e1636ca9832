import { escapeHtml } from "../escape-html.ts";
import type { Answer, OpenApiDocument } from "./openapi.ts";
import { callArticle, callsOf, errorTable, methodMark } from "./call.ts";
import { firstSteps } from "./first-steps.ts";
import { docsPath, layOut, titleOf } from "./layout.ts";
import { fieldRows, fieldTable } from "./schema.ts";
import { callList, schemaList } from "./search.ts";

/** The function that renders each page, by its path below docs: "", a group, "errors", "schemas" or "schemas/NAME". */
export function apiDocsPages(document: OpenApiDocument): ReadonlyMap<string, () => string> {
  const pages = new Map([
    ["", () => startPage(document)],
    ["errors", () => errorsPage(document)],
    ["schemas", () => schemasPage(document)],
  ]);
  for (const { name } of document.tags) {
    if (pages.has(name)) throw new TypeError(`A group can't be called ${name}`);
    pages.set(name, () => groupPage(document, name));
  }
  for (const name of Object.keys(document.components.schemas))
    pages.set(`schemas/${name}`, () => schemaPage(document, name));
  return pages;
}

/** The page for a path that doesn't exist. */
export function missingPage(document: OpenApiDocument): string {
  return layOut(document, {
    title: "Page not found",
    lead: `<p class="lead">There is no such group or schema. Search, or start from the <a href="${docsPath(document)}">overview</a>.</p>`,
    main: "",
  });
}

function startPage(document: OpenApiDocument): string {
  const { info, servers, components } = document;
  const base = escapeHtml(servers[0]?.url ?? "");
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
  const groups = document.tags.map(
    ({ name }) =>
      `<section aria-labelledby="${name}-title"><h2 id="${name}-title"><a href="${docsPath(document, name)}">${escapeHtml(titleOf(name))}</a></h2>${callList(document, callsOf(document, name))}</section>`,
  );
  return layOut(document, {
    title: info.title,
    group: "",
    lead: `<p class="lead">${escapeHtml(info.description)}</p><p class="facts"><span>Base <code>${base}</code></span><a href="${base}/openapi.json">openapi.json</a></p>`,
    main: `<section aria-labelledby="start-keys"><h2 id="start-keys">Authentication</h2>
<p>Each call says who may make it. Public calls need no authentication, all others one of these. A request for another store's data gets the same 404 as one for data that doesn't exist.</p>
<table aria-label="Authentication"><thead><tr><th scope="col">Sent as</th><th scope="col">Meaning</th></tr></thead><tbody>${schemes.join("")}</tbody></table></section>
${firstStepsPart(document)}
<section aria-labelledby="start-headers"><h2 id="start-headers">Headers of some calls</h2>
${fieldTable(headers, "Headers", docsPath(document, "schemas"))}</section>
${groups.join("\n")}`,
  });
}

/** A guide to the first calls for readers who are new to the API. */
function firstStepsPart(document: OpenApiDocument): string {
  const calls = document.tags.flatMap(({ name }) => callsOf(document, name));
  const items = firstSteps.flatMap(([id, what]) => {
    const call = calls.find(({ operation }) => operation.operationId === id);
    if (call === undefined) return [];
    const address = `${docsPath(document, call.operation.tags[0])}#${id}`;
    return [
      `<li><span>${escapeHtml(what)}</span><a class="address" href="${address}">${methodMark(call.method)}<span>${escapeHtml(call.path)}</span></a></li>`,
    ];
  });
  return `<section aria-labelledby="start-steps"><h2 id="start-steps">First steps</h2>
<p>From an empty store to a refund. The example of each call works in a new store, with the ids from the earlier responses.</p>
<ol class="list">${items.join("")}</ol></section>`;
}

function schemeHeader(scheme: Record<string, string>): string {
  if (scheme["type"] === "http") return "Authorization: Bearer …";
  return scheme["in"] === "cookie" ? `Cookie: ${scheme["name"]}=…` : `${scheme["name"]}: …`;
}

const keyForm = `<form class="key-form" autocomplete="off"><label for="key">Access token or API key for "Try it"</label><input id="key" type="password" autocomplete="off" spellcheck="false"><button type="button" id="forget">Forget</button><p>Sent to this server only, and kept until you close this tab.</p></form>`;

function groupPage(document: OpenApiDocument, name: string): string {
  const calls = callsOf(document, name);
  const links = calls.map(
    ({ operation }) =>
      `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`,
  );
  return layOut(document, {
    title: titleOf(name),
    group: name,
    lead: `<ul class="on-page" aria-label="Calls on this page">${links.join("")}</ul>${keyForm}`,
    main: calls.map((call) => callArticle(call, document)).join("\n"),
  });
}

function errorsPage(document: OpenApiDocument): string {
  const rows = Object.entries(document.components.responses).map(
    ([name, answer]): [string, Answer] => [name.replace("Error", ""), answer],
  );
  return layOut(document, {
    title: "Errors",
    group: "errors",
    lead: `<p class="lead">The body is always an <a href="${docsPath(document, "schemas")}/ApiErrorBody">ApiErrorBody</a>. Handle an error by its code. Use its traceId to find the request in the server's log.</p>`,
    main: `<section aria-labelledby="common"><h2 id="common">Common to all calls</h2>${errorTable(rows, "Errors common to all calls")}</section>`,
  });
}

function schemasPage(document: OpenApiDocument): string {
  return layOut(document, {
    title: "Schemas",
    group: "schemas",
    main: schemaList(document, Object.keys(document.components.schemas)),
  });
}

function schemaPage(document: OpenApiDocument, name: string): string {
  const rows = fieldRows(document.components.schemas[name] ?? {});
  return layOut(document, {
    title: name,
    group: "schemas",
    main: fieldTable(rows, `Fields of ${name}`, docsPath(document, "schemas")),
  });
}
