import { storageKey } from "@vetrina/commerce/constants";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { latestSignOut, subscribe } from "../lib/account-session.ts";
import { useStore } from "../lib/store.ts";
import { type Draft, emptyDraft, parseDraft } from "./draft.ts";
import { readSession, useSession, writeSession } from "./session.ts";

/**
 * The shopper's input in this tab. `isReady` is true once the tab's storage has been read, which the server can't do.
 */
export function useDraft() {
  const { slug, country } = useStore();
  const text = useSession(storageKey(slug, "checkout"));
  const signOut = useSyncExternalStore(subscribe, latestSignOut, () => "");
  const draft = useMemo(() => ownDraft(text, country, signOut), [text, country, signOut]);
  const change = useCallback(
    (next: (before: Draft) => Draft) => {
      const before = ownDraft(readSession(storageKey(slug, "checkout")), country, latestSignOut());
      writeSession(storageKey(slug, "checkout"), JSON.stringify(next(before)));
    },
    [slug, country],
  );
  return { draft, isReady: text !== undefined, change };
}

/**
 * The stored draft; an empty draft if the stored one was filled in from an account and a user has signed out in any tab
 * since then.
 */
function ownDraft(text: string | null | undefined, country: string, signOut: string): Draft {
  const draft = parseDraft(text, country);
  return draft.account !== "" && draft.signOut !== signOut ? emptyDraft(country) : draft;
}
