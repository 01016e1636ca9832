/** The size of a text in HTML, where some characters take six bytes. */
export function htmlBytes(text: string): number {
  return new TextEncoder().encode(text.replaceAll(/["'&<>]/g, "&quot;")).length;
}

/** The size of an address in HTML, where each byte of a letter beyond ASCII becomes three. */
export function hrefBytes(href: string): number {
  const encoder = new TextEncoder();
  const beyond = href.replaceAll(/[\p{ASCII}]+/gu, "");
  return htmlBytes(href) + 2 * encoder.encode(beyond).length;
}
