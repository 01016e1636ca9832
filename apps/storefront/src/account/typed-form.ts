/** The texts of a form by their names; a box that is not ticked has none. */
export type Typed = Readonly<Record<string, string>>;

/** Keeps in this tab what was typed, for who signs in again and comes back to the form. Never a form with a password. */
export function keepTyped(form: string, typed: FormData): void {
  const texts = [...typed].filter(([, value]) => typeof value === "string");
  onStorage((storage) => storage.setItem(keyOf(form), JSON.stringify(Object.fromEntries(texts))));
}

/** null where nothing was kept. */
export function typedIn(form: string): Typed | null {
  const kept = onStorage((storage) => storage.getItem(keyOf(form)));
  // Written by keepTyped alone.
  return kept ? (JSON.parse(kept) as Typed) : null;
}

export function forgetTyped(form: string): void {
  onStorage((storage) => storage.removeItem(keyOf(form)));
}

/** Of every form: for a sign-out. */
export function forgetAllTyped(): void {
  onStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(keyOf(""))) storage.removeItem(key);
  });
}

function keyOf(form: string): string {
  return `typed ${form}`;
}

/** A browser that keeps nothing throws; then nothing is kept. */
function onStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}
