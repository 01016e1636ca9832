import { useIsAlive } from "../lib/use-is-alive.ts";

/**
 * All entries of a list. Until hydration, only the first ones and the number of the others (+70), because the server
 * takes long to render hundreds of lines.
 */
export function useFirst<T>(
  all: readonly T[],
  max: number,
): { shown: readonly T[]; more: string | null } {
  const isAlive = useIsAlive();
  if (isAlive || all.length <= max) return { shown: all, more: null };
  return { shown: all.slice(0, max), more: `+${all.length - max}` };
}
