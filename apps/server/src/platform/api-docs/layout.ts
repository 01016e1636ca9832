import { escapeHtml } from "../escape-html.ts";
import type { OpenApiDocument } from "./openapi.ts";
import { apiDocsScript } from "./script.ts";
import { apiDocsStyle } from "./style.ts";

export type Page = {
  /** The page's heading and title. */
  title: string;
  /** HTML shown below the heading. */
  lead?: string;
  /** HTML of the page's main part. */
  main: string;
  /** The group marked as current in the table of contents. */
  group?: string;
  /** The search field's value. */
  query?: string;
};

/** The URL path of the documentation, or of the page `rest` in it. */
export function docsPath({ servers }: OpenApiDocument, rest = ""): string {
  return `${servers[0]?.url ?? ""}/docs${rest === "" ? "" : `/${rest}`}`;
}

/** A complete page of the API's documentation; serve it with apiDocsPolicy. */
export function layOut(document: OpenApiDocument, page: Page): string {
  const { info } = document;
  const home = escapeHtml(docsPath(document));
  const specification = `${escapeHtml(document.servers[0]?.url ?? "")}/openapi.json`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} | ${escapeHtml(info.title)}</title>
<meta name="description" content="${escapeHtml(page.title)}: addresses, access, fields, errors and examples of the ${escapeHtml(info.title)}.">
<meta name="robots" content="noindex">
<style>${apiDocsStyle}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="home" href="${home}">${escapeHtml(info.title)}</a>
<form class="search" role="search" action="${home}"><label for="search">Search</label><input id="search" name="q" type="search" maxlength="100" autocomplete="off" value="${escapeHtml(page.query ?? "")}"><button>Search</button></form>
</header>
<div class="page">
<nav aria-label="Contents"><ul>${contents(document, page.group)}</ul></nav>
<main id="main" tabindex="-1">
<h1>${escapeHtml(page.title)}</h1>
${page.lead ?? ""}
${page.main}
</main>
</div>
<footer class="foot">Version ${escapeHtml(info.version)}. Generated from the same contract as the server, the client and <a href="${specification}">openapi.json</a>.</footer>
<script>${apiDocsScript}</script>
</body>
</html>
`;
}

function contents(document: OpenApiDocument, open: string | undefined): string {
  const entries = [
    { name: "", title: "Start here" },
    ...document.tags.map(({ name }) => ({ name, title: titleOf(name) })),
    { name: "errors", title: "Errors" },
    { name: "schemas", title: "Schemas" },
  ];
  return entries
    .map(({ name, title }) => {
      const current = name === open ? ' aria-current="page"' : "";
      return `<li><a href="${escapeHtml(docsPath(document, name))}"${current}>${escapeHtml(title)}</a></li>`;
    })
    .join("");
}

/** A group's name as a heading: "orders" is Orders, "apiKeys" API keys. */
export function titleOf(group: string): string {
  const words = group.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.replace(/^api\b/, "API").replace(/^[a-z]/, (first) => first.toUpperCase());
}
