import { withoutControls } from "../../platform/mail/plain-words.ts";

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Returns the lines of a message, without control characters or consecutive empty lines. */
export function linesOf(message: string): string[] {
  const lines = message.split(lineEnd).map((line) => withoutControls(line).trimEnd());
  return lines.filter((line, i) => line !== "" || (i > 0 && lines[i - 1] !== ""));
}
