import type { Shop } from "../lib/store.ts";

const tokenName = /^[\w-]+$/;
const tokenValue = /^[\w#"., -]+$/;

/**
 * A theme as pairs of token and value. The API has validated them. Because they are written into a stylesheet, a value
 * that could end its declaration is left out all the same.
 */
export function themeTokens(theme: Shop["theme"]): [name: string, value: string][] {
  return Object.entries(theme).filter(
    ([name, value]) => tokenName.test(name) && tokenValue.test(value),
  );
}
