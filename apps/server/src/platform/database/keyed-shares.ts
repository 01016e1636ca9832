import type { Shares } from "../fair-shares.ts";

/** Runs work within the shares of a key. */
export type KeyedShares<Holder> = <Result>(
  key: string,
  holder: Holder,
  work: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/**
 * Keeps separate shares for each key, so that work under one key never waits for another key's work. A key's shares are
 * dropped when its last work ends.
 */
export function createKeyedShares<Holder>(create: () => Shares<Holder>): KeyedShares<Holder> {
  const byKey = new Map<string, { shares: Shares<Holder>; users: number }>();
  return async (key, holder, work, signal) => {
    const used = byKey.getOrInsertComputed(key, () => ({ shares: create(), users: 0 }));
    used.users += 1;
    try {
      return await used.shares(holder, work, signal);
    } finally {
      used.users -= 1;
      if (used.users === 0) byKey.delete(key);
    }
  };
}
