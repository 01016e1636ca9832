/** Sanitized rich text whose headings stand one level deeper, below a heading of ours. */
export function demoteHeadings(html: string): string {
  return html.replaceAll(
    /<(\/?)h([1-5])(?=[\s>])/gi,
    (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`,
  );
}
