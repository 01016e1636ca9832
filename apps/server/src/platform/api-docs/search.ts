import { escapeHtml } from "../escape-html.ts";
import { jsonBodyOf } from "./openapi.ts";
import type { OpenApiDocument } from "./openapi.ts";
import { callsOf, type Call, methodMark } from "./call.ts";
import { docsPath, layOut } from "./layout.ts";
import { parametersOf } from "./parameters.ts";
import { fieldRows } from "./schema.ts";

/** The maximum length of a query in characters. */
const maxQuery = 100;
/** The maximum number of different words of a query. Further words are ignored. */
const maxWords = 8;
/** The maximum number of results of each kind. */
const maxResults = 40;

type Entry = { call: Call; group: string; title: string; all: string };

/**
 * Renders search results: calls whose name, path, summary, description or fields contain every word of the query, and
 * schemas whose name does.
 */
export function createSearch(document: OpenApiDocument): (query: string) => string {
  const entries = document.tags.flatMap(({ name }) =>
    callsOf(document, name).map((call) => entryOf(document, name, call)),
  );
  const schemas = Object.keys(document.components.schemas);
  return (query) => {
    const words = wordsOf(query);
    const holds = (text: string) => words.every((word) => text.includes(word));
    const found = words.length === 0 ? [] : entries.filter(({ all }) => holds(all));
    const { inTitle = [], elsewhere = [] } = Object.groupBy(found, ({ title }) =>
      holds(title) ? "inTitle" : "elsewhere",
    );
    const calls = [...inTitle, ...elsewhere];
    const named = words.length === 0 ? [] : schemas.filter((name) => holds(name.toLowerCase()));
    return layOut(document, {
      title: "Search",
      query: query.slice(0, maxQuery),
      lead: `<p class="lead" role="status">${resultWords(calls.length, named.length)}</p>`,
      main: `${callList(
        document,
        calls.slice(0, maxResults).map(({ call }) => call),
      )}${schemaList(document, named.slice(0, maxResults))}`,
    });
  };
}

function wordsOf(query: string): string[] {
  const words = query.slice(0, maxQuery).toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

function resultWords(calls: number, schemas: number): string {
  if (calls + schemas === 0) return "No results. Search by name, path or field, such as refund.";
  const parts = [
    calls === 1 ? "1 call" : `${calls} calls`,
    ...(schemas === 0 ? [] : [schemas === 1 ? "1 schema" : `${schemas} schemas`]),
  ];
  const cut = Math.max(calls, schemas) > maxResults;
  return `${parts.join(" and ")} found.${cut ? ` The first ${maxResults} are shown. Add a word to narrow them down.` : ""}`;
}

function entryOf(document: OpenApiDocument, group: string, call: Call): Entry {
  const { operationId, summary, description } = call.operation;
  const body = jsonBodyOf(call.operation);
  const fields = [
    ...parametersOf(call.operation, document).map(({ name }) => name),
    ...(body === undefined ? [] : fieldRows(body).map(({ name }) => name)),
  ];
  const title = `${group} ${operationId} ${call.method} ${call.path} ${summary}`.toLowerCase();
  return { call, group, title, all: `${title} ${description} ${fields.join(" ")}`.toLowerCase() };
}

/** Renders calls as links to their descriptions. */
export function callList(document: OpenApiDocument, calls: readonly Call[]): string {
  if (calls.length === 0) return "";
  const items = calls.map(({ path, method, operation }) => {
    const { operationId, summary, tags } = operation;
    return `<li id="${operationId}"><a href="${docsPath(document, tags[0])}#${operationId}">${escapeHtml(summary)}</a><span class="address">${methodMark(method)}<span>${escapeHtml(path)}</span></span></li>`;
  });
  return `<ul class="list">${items.join("")}</ul>`;
}

/** Renders schemas as links to their pages. */
export function schemaList(document: OpenApiDocument, names: readonly string[]): string {
  if (names.length === 0) return "";
  const items = names.map(
    (name) =>
      `<li><a href="${docsPath(document, "schemas")}/${encodeURIComponent(name)}">${escapeHtml(name)}</a></li>`,
  );
  return `<ul class="list names">${items.join("")}</ul>`;
}
