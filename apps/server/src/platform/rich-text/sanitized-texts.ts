/** Texts that a thread has sanitized for calls that are under way, the latest last. */
const ofCalls = new Map<string, string>();
/** In characters, of texts and what was made of them. */
const maxOfCalls = 12_000_000;
let sizeOfCalls = 0;

/** Those of the imports' present steps: neither calls nor other imports displace them. */
const ofImports = new Set<ReadonlyMap<string, string>>();

/** What a thread has made of this text for a call or import that is under way. */
export function sanitizedBefore(html: string): string | undefined {
  const known = ofCalls.get(html);
  if (known !== undefined) return known;
  for (const texts of ofImports) {
    const clean = texts.get(html);
    if (clean !== undefined) return clean;
  }
  return undefined;
}

/** Makes sanitizedBefore() answer so for this text, for a while. */
export function keepOfCall(html: string, clean: string): void {
  forgetOfCall(html);
  ofCalls.set(html, clean);
  sizeOfCalls += html.length + clean.length;
  for (const oldest of ofCalls.keys()) {
    if (sizeOfCalls <= maxOfCalls) break;
    forgetOfCall(oldest);
  }
}

function forgetOfCall(html: string): void {
  const clean = ofCalls.get(html);
  if (clean === undefined) return;
  sizeOfCalls -= html.length + clean.length;
  ofCalls.delete(html);
}

/** Makes sanitizedBefore() look among these texts, too, until they are released. */
export function keepOfImport(texts: ReadonlyMap<string, string>): void {
  ofImports.add(texts);
}

export function releaseOfImport(texts: ReadonlyMap<string, string>): void {
  ofImports.delete(texts);
}
