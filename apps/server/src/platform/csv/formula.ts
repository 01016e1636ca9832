// Spreadsheets run cells that begin like this as formulas (OWASP, CSV Injection). A leading apostrophe makes them text;
// text that already looks guarded gets one more, so that reading removes exactly what writing added.
const looksLikeFormula = /^'*[=+\-@\t\r]/;

/** A cell's text, guarded for a file that a spreadsheet may open. */
export function guardFormula(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

/** A cell's text without the guard. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && looksLikeFormula.test(text) ? text.slice(1) : text;
}
