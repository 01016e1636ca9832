/** The size of a text in HTML, where an escaped character takes up to six bytes. */
export function htmlBytes(text: string): number {
  return new TextEncoder().encode(text.replaceAll(/["'&<>]/g, "&quot;")).length;
}

/** The size of a URL in HTML, where each byte of a non-ASCII character is percent-encoded as three. */
export function hrefBytes(href: string): number {
  const encoder = new TextEncoder();
  const beyond = href.replaceAll(/[\p{ASCII}]+/gu, "");
  return htmlBytes(href) + 2 * encoder.encode(beyond).length;
}
