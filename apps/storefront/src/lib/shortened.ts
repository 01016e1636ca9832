/** A text's first characters and an ellipsis where it has more of them. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Half of a character of two units can't be sent.
  const start = text.slice(0, maxLength).replace(/\p{Surrogate}$/u, "");
  return `${start.trimEnd()}…`;
}
