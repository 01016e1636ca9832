import type { Queryable } from "./sql.ts";

type Copies = { rows: number; bytes: number };

/**
 * The rows and bytes that noteCopies() has counted for each transaction so far. The key is the transaction's `run`
 * function, because `{ ...tx }` has the same one.
 */
const noted = new WeakMap<object, Copies>();

/**
 * Notes rows and bytes of text that a transaction writes and that its call's body doesn't contain, such as the old
 * state in an audit entry. They count toward the caller's limit on writes (callers/count-write.ts).
 */
export function noteCopies(
  { run }: Pick<Queryable, "run">,
  { rows = 0, bytes = 0 }: Partial<Copies>,
): void {
  const before = noted.get(run) ?? { rows: 0, bytes: 0 };
  noted.set(run, { rows: before.rows + rows, bytes: before.bytes + bytes });
}

export function copiesOf({ run }: Pick<Queryable, "run">): Copies {
  return noted.get(run) ?? { rows: 0, bytes: 0 };
}
