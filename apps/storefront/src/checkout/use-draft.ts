import { useCallback, useMemo } from "react";
import { useStore } from "../lib/store.ts";
import { type Draft, parseDraft } from "./draft.ts";
import { draftKey, readSession, useSession, writeSession } from "./session.ts";

/** What the shopper has entered in this tab. `isReady` once the tab's storage has been read; the server has none. */
export function useDraft() {
  const { slug, country } = useStore();
  const text = useSession(draftKey(slug));
  const draft = useMemo(() => parseDraft(text, country), [text, country]);
  const change = useCallback(
    (next: (before: Draft) => Draft) => {
      const before = parseDraft(readSession(draftKey(slug)), country);
      writeSession(draftKey(slug), JSON.stringify(next(before)));
    },
    [slug, country],
  );
  return { draft, isReady: text !== undefined, change };
}
