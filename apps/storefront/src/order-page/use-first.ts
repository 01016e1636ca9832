import { useIsAlive } from "../lib/use-is-alive.ts";

/**
 * The first of a list on the server, with how many more there are as +70, and all of it once the page is alive: an order of
 * hundreds of lines would make the server render for as long as ten pages.
 */
export function useFirst<T>(
  all: readonly T[],
  max: number,
): { shown: readonly T[]; more: string | null } {
  const isAlive = useIsAlive();
  if (isAlive || all.length <= max) return { shown: all, more: null };
  return { shown: all.slice(0, max), more: `+${all.length - max}` };
}
