/** The maximum number of bytes that a text takes in HTML. An escaped character takes up to six. */
export function htmlBytes(text: string): number {
  return new TextEncoder().encode(text.replaceAll(/["'&<>]/g, "&quot;")).length;
}

/**
 * The maximum number of bytes that a URL takes in HTML. Each byte of a non-ASCII character is percent-encoded as three.
 */
export function hrefBytes(href: string): number {
  const encoder = new TextEncoder();
  const beyond = href.replaceAll(/[\p{ASCII}]+/gu, "");
  return htmlBytes(href) + 2 * encoder.encode(beyond).length;
}
