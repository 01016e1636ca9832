import { useIsAlive } from "../lib/use-is-alive.ts";

/**
 * Returns all entries of a list after hydration. Before that, returns at most `max` entries and the number of the
 * others, such as "+70", because rendering hundreds of lines on the server is slow.
 */
export function useFirst<T>(
  all: readonly T[],
  max: number,
): { shown: readonly T[]; more: string | null } {
  const isAlive = useIsAlive();
  if (isAlive || all.length <= max) return { shown: all, more: null };
  return { shown: all.slice(0, max), more: `+${all.length - max}` };
}
