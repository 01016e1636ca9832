import { storageKey } from "@vetrina/commerce/constants";
import { type RefObject, useEffect, useState } from "react";
import { parseRecent, withRecent } from "./suggestion-rules.ts";

/**
 * The recent queries of this browser, newest first. Adds a query when the search form is submitted. The list never
 * leaves the browser.
 */
export function useRecentQueries(
  input: RefObject<HTMLInputElement | null>,
  storeSlug: string,
): readonly string[] {
  const key = storageKey(storeSlug, "searches");
  const [recent, setRecent] = useState(() => read(key));
  useEffect(() => {
    const field = input.current;
    const sent = () => {
      const next = withRecent(read(key), field?.value ?? "");
      write(key, next);
      setRecent(next);
    };
    const form = field?.form;
    form?.addEventListener("submit", sent);
    return () => form?.removeEventListener("submit", sent);
  }, [input, key]);
  return recent;
}

// Storage may be blocked, so there may be no stored queries.
function read(key: string): string[] {
  try {
    return parseRecent(localStorage.getItem(key));
  } catch {
    return [];
  }
}

function write(key: string, queries: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(queries));
  } catch {}
}
