import { readFileSync } from "node:fs";
import type { Answer } from "./types.ts";

const cache = new Map<string, string>();

/**
 * Joins modules into one classic script, because shops load a provider's code as a classic script. The modules may
 * import only each other and are given in dependency order.
 */
export function bundle(folder: string, files: readonly string[]): string {
  const key = `${folder} ${files.join()}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const text = files
    .map((file) => readFileSync(new URL(file, `file://${folder}/`), "utf8"))
    .map(withoutModuleSyntax)
    .join("\n");
  cache.set(key, text);
  return text;
}

function withoutModuleSyntax(source: string): string {
  let isImport = false;
  const kept: string[] = [];
  for (const line of source.split("\n")) {
    isImport ||= line.startsWith("import ");
    if (!isImport) kept.push(line.startsWith("export ") ? line.slice("export ".length) : line);
    if (line.endsWith(";")) isImport = false;
  }
  return kept.join("\n");
}

export function script(text: string): Answer {
  const headers = { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" };
  return { status: 200, text, headers };
}

export function page(html: string): Answer {
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return { status: 200, text: html, headers };
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

/** A simple HTML page with a heading, a body and a script. */
export function document(title: string, body: string, code = ""): Answer {
  // Escapes values in the script that would close the script element.
  const safe = code.replaceAll("</", String.raw`<\/`);
  return page(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 28rem; padding: 1.5rem; color: #111; background: #fff; }
h1 { font-size: 1.25rem; }
label, fieldset { display: block; margin: 0.75rem 0; }
fieldset { border: 1px solid #999; padding: 0.5rem 1rem; }
input, select { font: inherit; padding: 0.5rem; width: 100%; box-sizing: border-box; }
input[type=radio] { width: auto; }
button { font: inherit; padding: 0.75rem 1.5rem; margin: 0.25rem 0.25rem 0.25rem 0; min-height: 44px; }
[hidden] { display: none !important; }
[role=alert] { color: #a00; }
small { color: #555; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p><small>Stand-in for tests. No money moves.</small></p>
${body}
<script>${safe}</script>
</body>
</html>`);
}
