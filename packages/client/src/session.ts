import { ApiError, isApiError } from "./api-error.ts";
import { bearer, usableTokens } from "./tokens.ts";
import type { Tokens, TokenStore } from "./tokens.ts";

/** Requests a new access token, and possibly a new refresh token, from the API. Rejects as any call does. */
export type Refresh = (refreshToken: string) => Promise<Tokens>;

export type Session = {
  /**
   * The value of the Authorization header; undefined for a guest. If there is only a refresh token, refreshes first.
   * Rejects if the refresh fails, so that a user's call is never silently sent as a guest's.
   */
  authorization(signal?: AbortSignal): Promise<string | undefined>;
  /** Call it after a 401. Returns a new Authorization value for repeating the call once; undefined if there is none. */
  renewed(rejected: string | undefined, signal?: AbortSignal): Promise<string | undefined>;
};

const refusals = new Set([400, 401, 403]);

/**
 * Runs one refresh at a time. If the server rejects the stored refresh token, the session ends: the tokens are cleared
 * and `signedOut` is called. A refresh that fails for another reason, such as a 429 or 5xx, rejects and keeps the
 * tokens.
 */
export function createSession(store: TokenStore, refresh: Refresh, signedOut: () => void): Session {
  let running: Promise<string> | undefined;

  return {
    async authorization(signal) {
      const { accessToken, refreshToken } = usableTokens(store.read());
      if (accessToken !== null) return bearer(accessToken);
      return refreshToken === null ? undefined : until(signal, shared(null));
    },
    async renewed(rejected, signal) {
      const { accessToken, refreshToken } = usableTokens(store.read());
      // Another call has already refreshed the token, so the call is repeated with the new one.
      if (accessToken !== null && bearer(accessToken) !== rejected) return bearer(accessToken);
      if (refreshToken === null) return undefined;
      try {
        return await until(signal, shared(accessToken));
      } catch (error) {
        if (isRefusal(error)) return undefined;
        throw error;
      }
    },
  };

  function shared(stale: string | null): Promise<string> {
    const run = () => renew(stale);
    running ??= (store.exclusive ? store.exclusive(run) : run()).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function renew(stale: string | null): Promise<string> {
    const { accessToken, refreshToken } = usableTokens(store.read());
    // While this tab waited for the lock, another tab may have refreshed the token or signed out.
    if (accessToken !== null && accessToken !== stale) return bearer(accessToken);
    if (refreshToken === null) {
      signedOut();
      throw sessionOver();
    }
    try {
      return accept(await refresh(refreshToken), refreshToken);
    } catch (error) {
      if (isRefusal(error) && store.read().refreshToken === refreshToken) {
        store.write({ accessToken: null, refreshToken: null });
        signedOut();
      }
      throw error;
    }
  }

  function accept(answer: Tokens, sent: string): string {
    const current = usableTokens(store.read());
    // The stored tokens are newer than this response, because the user signed out or in, or another tab refreshed.
    // Discards the response.
    if (current.refreshToken !== sent) {
      if (current.accessToken === null) throw sessionOver();
      return bearer(current.accessToken);
    }
    if (answer.accessToken === null) throw new TypeError("The response contains no access token.");
    store.write({
      accessToken: answer.accessToken,
      ...(answer.refreshToken !== null && { refreshToken: answer.refreshToken }),
    });
    return bearer(answer.accessToken);
  }
}

function sessionOver(): ApiError {
  const body = { code: "UNAUTHENTICATED", message: "Your session has ended. Sign in again." };
  return new ApiError({ url: "", status: 401, statusText: "Unauthorized", body });
}

function isRefusal(error: unknown): boolean {
  return isApiError(error) && refusals.has(error.status);
}

// Waits for a promise until the signal aborts. Only this caller stops waiting; the refresh continues for the others.
function until<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
