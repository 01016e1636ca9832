export type InlineElement = { attributes: string; code: string };

/**
 * Every <script> or <style> of a page as React writes it, in order. By plain search: expressions that look for both ends at
 * once cost a page a tenth of what rendering it does.
 */
export function inlineElements(html: string, name: "script" | "style"): InlineElement[] {
  const found: InlineElement[] = [];
  const open = `<${name}`;
  const close = `</${name}>`;
  for (let at = html.indexOf(open); at !== -1; at = html.indexOf(open, at)) {
    const attributesEnd = html.indexOf(">", at);
    const end = html.indexOf(close, attributesEnd);
    if (attributesEnd === -1 || end === -1) break;
    found.push({
      attributes: html.slice(at + open.length, attributesEnd),
      code: html.slice(attributesEnd + 1, end),
    });
    at = end + close.length;
  }
  return found;
}
