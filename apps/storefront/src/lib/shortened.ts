/** The first characters of a text, with an ellipsis if the text is longer. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Removes half of a surrogate pair, which can't be sent.
  const start = text.slice(0, maxLength).replace(/\p{Surrogate}$/u, "");
  return `${start.trimEnd()}…`;
}
