import { nonceAttribute } from "./router-internals.server.ts";

export type InlineElement = { name: string; attributes: string; code: string };

/**
 * Finds every <script> and <style> with the rendering's nonce. React escapes < and > in attributes, so a tag reaches
 * from the < before its nonce to the > after it. Splits the HTML once, because repeated searches would slow down each
 * rendering.
 */
export function inlineElements(html: string, nonce: string): InlineElement[] {
  const found: InlineElement[] = [];
  const parts = html.split(nonceAttribute(nonce));
  for (const [i, rest] of parts.slice(1).entries()) {
    const before = parts[i] ?? "";
    const tag = before.slice(before.lastIndexOf("<") + 1);
    const [name = ""] = tag.split(" ", 1);
    if (name !== "script" && name !== "style") continue;
    const attributesEnd = rest.indexOf(">");
    found.push({
      name,
      attributes: tag.slice(name.length) + rest.slice(0, attributesEnd),
      code: rest.slice(attributesEnd + 1, rest.indexOf(`</${name}>`, attributesEnd)),
    });
  }
  return found;
}
