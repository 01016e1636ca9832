/** The number of bytes that a text needs at most in HTML. An escaped character takes at most six. */
export function htmlBytes(text: string): number {
  return new TextEncoder().encode(text.replaceAll(/["'&<>]/g, "&quot;")).length;
}

/** The number of bytes that a URL needs at most in HTML. Bytes of non-ASCII characters are percent-encoded as three. */
export function hrefBytes(href: string): number {
  const encoder = new TextEncoder();
  const beyond = href.replaceAll(/[\p{ASCII}]+/gu, "");
  return htmlBytes(href) + 2 * encoder.encode(beyond).length;
}
