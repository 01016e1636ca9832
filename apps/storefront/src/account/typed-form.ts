/** A form's texts by field name. An unchecked checkbox has no entry. */
export type Typed = Readonly<Record<string, string>>;

/**
 * Stores a form's input in this tab, for users who sign in again and return to the form. Never use it for a form with a
 * password.
 */
export function keepTyped(form: string, typed: FormData): void {
  const texts = [...typed].filter(([, value]) => typeof value === "string");
  onStorage((storage) => storage.setItem(keyOf(form), JSON.stringify(Object.fromEntries(texts))));
}

/** The input stored by keepTyped; null if there is none. */
export function typedIn(form: string): Typed | null {
  const stored = onStorage((storage) => storage.getItem(keyOf(form)));
  // Only keepTyped writes this key, so the type is certain.
  return stored ? (JSON.parse(stored) as Typed) : null;
}

export function forgetTyped(form: string): void {
  onStorage((storage) => storage.removeItem(keyOf(form)));
}

/** Removes the stored input of all forms. Called on sign-out. */
export function forgetAllTyped(): void {
  onStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(keyOf(""))) storage.removeItem(key);
  });
}

function keyOf(form: string): string {
  return `typed ${form}`;
}

/** Calls `use` with the storage. If the storage is blocked (accessing it throws), returns null and stores nothing. */
function onStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}
