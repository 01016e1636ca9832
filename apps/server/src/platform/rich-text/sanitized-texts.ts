/** Those of each call and of each import's step that is under way: none displaces another's. */
const underWay = new Set<ReadonlyMap<string, string>>();

/** What a thread has made of this text for a call or import that is under way. */
export function sanitizedBefore(html: string): string | undefined {
  for (const texts of underWay) {
    const clean = texts.get(html);
    if (clean !== undefined) return clean;
  }
  return undefined;
}

/** Makes sanitizedBefore() look among these texts, until they are released. */
export function holdSanitized(texts: ReadonlyMap<string, string>): void {
  underWay.add(texts);
}

export function releaseSanitized(texts: ReadonlyMap<string, string>): void {
  underWay.delete(texts);
}
