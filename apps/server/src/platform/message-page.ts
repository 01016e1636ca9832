import { createHash } from "node:crypto";

const style = `body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;background:#f7f8f9;color:#14171c;font:1rem/1.6 system-ui,sans-serif}h1{font-size:2rem;line-height:1.1;margin:0 0 1rem;max-width:24ch}p{margin:0;max-width:52ch;color:#525a66}`;

/** The Content-Security-Policy of messagePage: its one style and nothing else. */
export const messagePagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * A page with a title and a short text, shown when no store's page can be shown. Both must be our own texts, because
 * they are not escaped.
 */
export function messagePage(title: string, text: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
}
