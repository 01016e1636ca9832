import { runExclusively } from "./cross-tab-lock.ts";
import type { KeyValueStorage } from "./key-value-storage.ts";

export type Tokens = { accessToken: string | null; refreshToken: string | null };

/** Stores the client's tokens. Only the client writes or removes them. */
export type TokenStore = {
  read(): Tokens;
  /** null removes a token; a missing field leaves it unchanged. */
  write(tokens: Partial<Tokens>): void;
  /** Runs a refresh while no other tab or client that shares these tokens runs one. */
  exclusive?<T>(run: () => Promise<T>): Promise<T>;
};

/** The keys in local storage, which the specification prescribes. */
export const storageKeys = { accessToken: "accessToken", refreshToken: "refreshToken" } as const;

/** A token shorter than this counts as missing. */
const minimumTokenLength = 10;

/**
 * Stored in place of the refresh token if the browser has the real one in an httpOnly cookie (login with `cookie:
 * true`). Scripts can't read the cookie, so this value only marks that it exists. Real refresh tokens contain no
 * space.
 */
export const heldInCookie = "in a cookie";

/** The tokens in a store or a response. A token that is missing or too short is null. */
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

/** The value of the Authorization header. 'Bearer ' is added if the token doesn't start with it. */
export function bearer(token: string): string {
  return token.startsWith("Bearer ") ? token : `Bearer ${token}`;
}

/** The tokens in local storage if the browser allows it, else in memory. */
export function defaultTokenStore(): TokenStore {
  const storage = browserStorage();
  return storage ? storageTokens(storage) : memoryTokens();
}

/** Tokens in memory, for one client and one user. */
export function memoryTokens(initial: Partial<Tokens> = {}): TokenStore {
  const tokens: Tokens = { accessToken: null, refreshToken: null, ...initial };
  return {
    read: () => ({ ...tokens }),
    write: (changed) => void Object.assign(tokens, changed),
  };
}

/** Tokens in a Storage, shared by all tabs of the origin. */
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
      // A changed token means that another tab is done: a refresh writes the access token last, and signing out removes
      // the refresh token first.
      const arrived = () => read().accessToken !== before || read().refreshToken === null;
      return runExclusively(storage, arrived, run);
    },
  };
}

// Local storage in browsers, unless cookies are blocked and the getter throws. Node has a localStorage too, so a
// browser is recognized by its document.
function browserStorage(): KeyValueStorage | undefined {
  if (!("document" in globalThis)) return undefined;
  try {
    const storage: KeyValueStorage | undefined = Reflect.get(globalThis, "localStorage");
    return storage;
  } catch {
    return undefined;
  }
}
