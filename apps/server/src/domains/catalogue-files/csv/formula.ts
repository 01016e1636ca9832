// A spreadsheet takes what begins so for a formula (OWASP, CSV Injection). An apostrophe before it makes it text, and
// one more before what already looks guarded, so that reading takes away exactly what writing has added.
const looksLikeFormula = /^'*[=+\-@\t\r]/;

/** A cell's text as it may stand in a file that a spreadsheet opens. */
export function guardFormula(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

/** A cell's text without the guard. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && looksLikeFormula.test(text) ? text.slice(1) : text;
}
