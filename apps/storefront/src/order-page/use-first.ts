import { useIsAlive } from "../lib/use-is-alive.ts";

/**
 * All entries of a list, but on the server only the first ones with the number of the others (+70). Rendering an order
 * of hundreds of lines would take the server as long as ten pages.
 */
export function useFirst<T>(
  all: readonly T[],
  max: number,
): { shown: readonly T[]; more: string | null } {
  const isAlive = useIsAlive();
  if (isAlive || all.length <= max) return { shown: all, more: null };
  return { shown: all.slice(0, max), more: `+${all.length - max}` };
}
