import type { Transaction } from "../context.ts";
import { sql } from "./sql.ts";
import { ApiFailure } from "../errors.ts";

type Kind = "codes" | "edited" | "counted";

/**
 * Limits for all stores of one owner together: codes in total, the other rows per day. They exist because most of these
 * rows are never deleted automatically.
 */
const maxRows: Readonly<Record<Kind, number>> = {
  codes: 2_000_000,
  edited: 1_000_000,
  counted: 100_000,
};
const namesAndAdvice: Readonly<Record<Kind, string>> = {
  codes: "unique codes, including those of deleted discounts.",
  edited: "items of bulk edits per day. Try again tomorrow.",
  counted: "lines of stock counts per day. Try again tomorrow.",
};

/**
 * Throws LIMIT_REACHED if `more` rows of the kind would exceed the limit that all stores of an owner share. Locks the
 * store's owners, so that concurrent calls are counted one at a time.
 */
export async function requireRowsLeft(tx: Transaction, kind: Kind, more: number): Promise<void> {
  await tx.run(sql`select door.lock_owners(${tx.storeId})`);
  const made = await tx.row<Record<Kind, number>>(sql`
    select codes::float8, edited::float8, counted::float8 from door.made_rows(${tx.storeId})`);
  const max = maxRows[kind];
  if ((made?.[kind] ?? 0) + more <= max) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `The stores of one owner can together have at most ${max} ${namesAndAdvice[kind]}`,
    { max },
  );
}
