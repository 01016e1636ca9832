import type { Words } from "./change-fields.ts";

/** What an audit entry says of a change: which of the changed fields were translated before, and which are now. */
export function fieldChange(before: Words, after: Words, changed: readonly string[]) {
  const among = (words: Words) => changed.filter((name) => Object.hasOwn(words, name));
  return { before: { fields: among(before) }, after: { fields: among(after), changed } };
}
