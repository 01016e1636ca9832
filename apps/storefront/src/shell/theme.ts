import type { Shop } from "../lib/store.ts";

const tokenName = /^[\w-]+$/;
const tokenValue = /^[\w#"., -]+$/;

/**
 * A store's look as pairs of token and value. The API has validated them; here they stand in a style sheet of their own, so
 * one that could end its declaration is left out whatever the database holds.
 */
export function themeTokens(theme: Shop["theme"]): [name: string, value: string][] {
  return Object.entries(theme).filter(
    ([name, value]) => tokenName.test(name) && tokenValue.test(value),
  );
}
