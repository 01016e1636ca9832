import { inTurn } from "./cross-tab-lock.ts";
import type { KeyValueStorage } from "./key-value-storage.ts";

export type Tokens = { accessToken: string | null; refreshToken: string | null };

/** Where the tokens live. The client is the only one that needs to call it. */
export type TokenStore = {
  read(): Tokens;
  /** Null takes a token away; a field that is left out stays as it is. */
  write(tokens: Partial<Tokens>): void;
  /** Runs a refresh while nobody else who shares these tokens runs one: other tabs, other clients. */
  exclusive?<T>(run: () => Promise<T>): Promise<T>;
};

/** The keys in the browser's local storage, as the specification has them. */
export const storageKeys = { accessToken: "accessToken", refreshToken: "refreshToken" } as const;

/** A token absent or shorter than this is none. */
export const minimumTokenLength = 10;

/**
 * Stands in the refresh token's place where the browser keeps it in an httpOnly cookie (login with `cookie: true`): no script
 * reads it, and this says only that there is one. No refresh token has a space.
 */
export const heldInCookie = "in a cookie";

/** The tokens of a store or of an answer, null in the place of one that is absent or too short. */
export function usableTokens(holder: unknown): Tokens {
  const fields: Partial<Record<keyof Tokens, unknown>> =
    typeof holder === "object" && holder !== null ? holder : {};
  return {
    accessToken: usableToken(fields.accessToken),
    refreshToken: usableToken(fields.refreshToken),
  };
}

function usableToken(token: unknown): string | null {
  return typeof token === "string" && token.length >= minimumTokenLength ? token : null;
}

/** The Authorization header's value: 'Bearer ' is added where it is missing. */
export function bearer(token: string): string {
  return token.startsWith("Bearer ") ? token : `Bearer ${token}`;
}

/** Local storage in a browser that lets us, else memory. */
export function defaultTokenStore(): TokenStore {
  const storage = browserStorage();
  return storage ? storageTokens(storage) : memoryTokens();
}

/** Tokens that end with the process; one client, one user. */
export function memoryTokens(initial: Partial<Tokens> = {}): TokenStore {
  const tokens: Tokens = { accessToken: null, refreshToken: null, ...initial };
  return {
    read: () => ({ ...tokens }),
    write: (changed) => void Object.assign(tokens, changed),
  };
}

/** Tokens in a Storage, shared by every tab of the origin. */
export function storageTokens(storage: KeyValueStorage): TokenStore {
  const read = (): Tokens => ({
    accessToken: storage.getItem(storageKeys.accessToken),
    refreshToken: storage.getItem(storageKeys.refreshToken),
  });
  return {
    read,
    write(changed) {
      for (const name of ["refreshToken", "accessToken"] as const) {
        const token = changed[name];
        if (token === null) storage.removeItem(storageKeys[name]);
        else if (token !== undefined) storage.setItem(storageKeys[name], token);
      }
    },
    exclusive(run) {
      const before = read().accessToken;
      // The access token is written last, and the refresh token is what a sign-out takes away first.
      const arrived = () => read().accessToken !== before || read().refreshToken === null;
      return inTurn(storage, arrived, run);
    },
  };
}

// Node has a localStorage of its own, so a document is what makes a browser; blocked cookies make the getter throw.
function browserStorage(): KeyValueStorage | undefined {
  if (!("document" in globalThis)) return undefined;
  try {
    const storage: KeyValueStorage | undefined = Reflect.get(globalThis, "localStorage");
    return storage;
  } catch {
    return undefined;
  }
}
