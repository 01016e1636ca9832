import { pathIn } from "@vetrina/commerce/shop-paths";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import { escapeHtml } from "../platform/escape-html.ts";

/** A page by its canonical path, and the paths of its pictures under the same origin. */
export type Entry = { path: string; changedAt: Date | null; images?: readonly string[] };

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespaces =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** Yields the index in parts, so that the caller can pause between them. */
export function* indexXml(origin: string, files: Iterable<Entry>): Generator<string> {
  yield `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  for (const { path, changedAt } of files)
    yield `<sitemap>${loc(origin, path)}${lastmod(changedAt)}</sitemap>\n`;
  yield `</sitemapindex>\n`;
}

/**
 * Lists each page once in each language, with links to all its languages, so that search engines recognize the
 * translations. Beyond `maxLength` characters, the remaining entries are left out.
 */
export function* urlSetXml(
  origin: string,
  languages: readonly LanguageCode[],
  entries: Iterable<Entry>,
  maxLength: number,
): Generator<string> {
  const [own, ...others] = languages;
  const codes = others.length === 0 ? [null] : [null, ...others];
  let length = 0;
  yield `${declaration}<urlset ${namespaces}>\n`;
  for (const { path, changedAt, images = [] } of entries) {
    if (length > maxLength) break;
    const alternates =
      own === undefined || others.length === 0 ? "" : links(origin, path, own, others);
    const pictures = images
      .map(
        (image) =>
          `<image:image><image:loc>${escapeHtml(origin + image)}</image:loc></image:image>`,
      )
      .join("");
    for (const code of codes) {
      const url = `<url>${loc(origin, pathIn(path, code))}${lastmod(changedAt)}${alternates}${pictures}</url>\n`;
      length += url.length;
      yield url;
    }
  }
  yield "</urlset>\n";
}

function links(
  origin: string,
  path: string,
  own: LanguageCode,
  others: readonly LanguageCode[],
): string {
  const link = (language: string, code: LanguageCode | null) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(origin + pathIn(path, code))}"/>`;
  return [
    link("x-default", null),
    link(own.toLowerCase(), null),
    ...others.map((code) => link(code.toLowerCase(), code)),
  ].join("");
}

function loc(origin: string, path: string): string {
  return `<loc>${escapeHtml(origin + path)}</loc>`;
}

function lastmod(at: Date | null): string {
  return at === null ? "" : `<lastmod>${at.toISOString()}</lastmod>`;
}
