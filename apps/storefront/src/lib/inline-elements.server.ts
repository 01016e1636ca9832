export type InlineElement = { name: string; attributes: string; code: string };

/** React Router and React write the attribute so; the value is ours, so no text of the page can contain it by accident. */
export function nonceAttribute(nonce: string): string {
  return ` nonce="${nonce}"`;
}

/**
 * Every <script> and <style> that carries the rendering's nonce, in order. React escapes < and > in attributes, so the tag
 * reaches from the < before the nonce to the > behind it. By plain search: regular expressions cost a tenth of a rendering.
 */
export function inlineElements(html: string, nonce: string): InlineElement[] {
  const found: InlineElement[] = [];
  const mark = nonceAttribute(nonce);
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + mark.length)) {
    const begin = html.lastIndexOf("<", at);
    const attributesEnd = html.indexOf(">", at);
    const [name = ""] = html.slice(begin + 1, attributesEnd).split(" ", 1);
    if (name !== "script" && name !== "style") continue;
    found.push({
      name,
      attributes: html.slice(begin + 1 + name.length, attributesEnd),
      code: html.slice(attributesEnd + 1, html.indexOf(`</${name}>`, attributesEnd)),
    });
  }
  return found;
}
