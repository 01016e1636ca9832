/** The maximum size of a text in HTML, in bytes. An escaped character takes at most six. */
export function htmlBytes(text: string): number {
  return new TextEncoder().encode(text.replaceAll(/["'&<>]/g, "&quot;")).length;
}

/** The maximum size of a URL in HTML, in bytes. Each byte of a non-ASCII character is percent-encoded as three. */
export function hrefBytes(href: string): number {
  const encoder = new TextEncoder();
  const beyond = href.replaceAll(/[\p{ASCII}]+/gu, "");
  return htmlBytes(href) + 2 * encoder.encode(beyond).length;
}
