import { createContext, use } from "react";
import type { OrderWords } from "./words/en.ts";

/** The texts of the order's page, in its language (BCP 47). */
export type PageWords = { words: OrderWords; language: string };

export const PageWordsContext = createContext<PageWords | null>(null);

/** Returns the texts of the order's page. Throws outside such a page. */
export function usePageWords(): PageWords {
  const known = use(PageWordsContext);
  if (known === null) throw new Error("usePageWords works only on an order page.");
  return known;
}
