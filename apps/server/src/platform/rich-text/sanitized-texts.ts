/** The texts of each running call and import step, kept separately so that none can displace another's. */
const underWay = new Set<ReadonlyMap<string, string>>();

/** The sanitized form of a text if a thread has prepared it for a running call or import; otherwise undefined. */
export function sanitizedBefore(html: string): string | undefined {
  for (const texts of underWay) {
    const clean = texts.get(html);
    if (clean !== undefined) return clean;
  }
  return undefined;
}

/** Makes sanitizedBefore() find these texts until they are released. */
export function holdSanitized(texts: ReadonlyMap<string, string>): void {
  underWay.add(texts);
}

export function releaseSanitized(texts: ReadonlyMap<string, string>): void {
  underWay.delete(texts);
}
