import type { Words } from "./change-fields.ts";

/**
 * Returns the audit entry of a change: which of the changed fields had a translation before, and which have one now.
 */
export function fieldChange(before: Words, after: Words, changed: readonly string[]) {
  const among = (words: Words) => changed.filter((name) => Object.hasOwn(words, name));
  return { before: { fields: among(before) }, after: { fields: among(after), changed } };
}
