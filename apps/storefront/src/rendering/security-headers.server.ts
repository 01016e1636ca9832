import { hash } from "node:crypto";
import type { PageSources } from "@vetrina/contract/rendering";
import { inlineElements } from "./inline-elements.server.ts";

/**
 * The page's Content-Security-Policy. Allows inline scripts and styles with the nonce by their hash. In development, or
 * if a payment provider needs it, allows all inline styles. `sources` are the origins that the payment providers need.
 */
export function contentSecurityPolicy(
  html: string,
  nonce: string,
  sources: PageSources,
  dev: boolean,
): string {
  const elements = inlineElements(html, nonce).filter(({ code }) => code !== "");
  const scripts = elements
    .filter(({ name, attributes }) => name === "script" && runs(attributes))
    .map(({ code }) => allowed(code));
  const styles = elements.filter(({ name }) => name === "style").map(({ code }) => allowed(code));
  return [
    "default-src 'none'",
    `script-src 'self' ${unique([...scripts, ...sources.script])}`,
    // Vite's development client and PayPal add inline styles, so they need 'unsafe-inline'. A hash would disable it.
    dev || sources.style.length > 0
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self' ${unique(styles)}`,
    `img-src 'self' data: ${unique(sources.image)}`,
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws: http:" : ""} ${unique(sources.connect)}`,
    ...(sources.frame.length > 0 ? [`frame-src ${unique(sources.frame)}`] : []),
    "manifest-src 'self'",
    ...(dev ? ["worker-src blob:"] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ]
    .map((directive) => directive.trimEnd())
    .join("; ");
}

/** Sets the headers that all pages and their data have. */
export function setCommonHeaders(headers: Headers): void {
  headers.set("x-content-type-options", "nosniff");
  if (!headers.has("referrer-policy"))
    headers.set("referrer-policy", "strict-origin-when-cross-origin");
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-cache");
}

/**
 * Data blocks such as JSON-LD are never executed, so they need no hash. The deferred module (type text/module) needs
 * one, because a copy of it is executed.
 */
function runs(attributes: string): boolean {
  if (/\ssrc=/.test(attributes)) return false;
  const type = /\stype="([^"]*)"/.exec(attributes)?.[1];
  return !type || type === "module" || type === "text/module" || type === "text/javascript";
}

function allowed(code: string): string {
  return `'sha256-${hash("sha256", code, "base64")}'`;
}

function unique(all: readonly string[]): string {
  return [...new Set(all)].join(" ");
}
