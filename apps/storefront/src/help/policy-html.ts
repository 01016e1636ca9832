/** The HTML with h1 to h5 moved one level down, because the page has its own heading. */
export function demoteHeadings(html: string): string {
  return html.replaceAll(
    /<(\/?)h([1-5])(?=[\s>])/gi,
    (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`,
  );
}
