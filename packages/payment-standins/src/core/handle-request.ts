import type { Found } from "./router.ts";
import type { Store } from "./store.ts";
import { readBrowserSettings } from "./browser-settings.ts";
import { type Answer, type ApiRequest, type Provider, Refusal, storedAnswers } from "./types.ts";

export type Handled = { answer: Answer; account: string | null; replayed: boolean };

/**
 * Authenticates a request, unless its route is open, and runs the route. On routes with `keepAnswerSeconds`, stores the
 * response under the idempotency key, so that the provider's replay() can answer a repeated key. Refusals aren't
 * stored.
 */
export function handleRequest(
  store: Store,
  provider: Provider,
  request: ApiRequest,
  { route, params }: Found,
  origin: string,
): Handled {
  let account: string | null = null;
  try {
    return store.transact((tx) => {
      account = route.open ? "" : provider.authenticate(request, tx);
      const body = provider.decode(request);
      const kept = route.keepAnswerSeconds;
      const sent = kept === undefined ? null : provider.idempotency(request, body);
      const id = sent === null ? "" : answerId(account, sent.key);
      const stored = sent === null ? undefined : tx.get(storedAnswers, id);
      if (sent !== null && stored !== undefined && ageSeconds(stored.at, tx.now) < (kept ?? 0)) {
        const repeated = provider.replay(stored, sent.fingerprint);
        if (repeated !== null) return { answer: repeated, account, replayed: true };
      }
      const browser = readBrowserSettings(tx);
      const answer = route.handle({
        request,
        params,
        account,
        body,
        tx,
        now: tx.now,
        origin,
        browser,
      });
      if (sent !== null) {
        const { status } = answer;
        const at = tx.now.toISOString();
        tx.put(storedAnswers, { id, fingerprint: sent.fingerprint, at, status, body: answer.body });
      }
      return { answer, account, replayed: false };
    });
  } catch (error) {
    if (error instanceof Refusal) return { answer: error.answer, account, replayed: false };
    throw error;
  }
}

/** The id of the stored response to an account's idempotency key. */
export function answerId(account: string, key: string): string {
  return `${account} ${key}`;
}

function ageSeconds(at: string, now: Date): number {
  return (now.getTime() - new Date(at).getTime()) / 1000;
}
