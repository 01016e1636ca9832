import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { isSqlState } from "../../platform/database/sql-state.ts";

/** Holds the store's import lock until the transaction ends. Calls `waiting` if another import holds it. */
export async function lockImports(tx: Transaction, waiting: () => void): Promise<void> {
  const key = `import ${tx.storeId}`;
  const free = await tx.row<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as held`,
  );
  if (free?.held === true) return;
  waiting();
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/**
 * SQL errors caused by a concurrent change: a deadlock, a serialization failure, or a link or SKU that another
 * transaction has used in the meantime.
 */
const passing = ["deadlock", "serializationFailure", "uniqueViolation"] as const;
const maxTries = 3;

/** Runs a transaction again, at most twice, if it failed because of a concurrent change. */
export async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await transaction();
    } catch (error) {
      if (tries === maxTries || !isSqlState(error, ...passing)) throw error;
    }
}

/**
 * Makes PostgreSQL plan each statement again whenever it runs. A plan cached while a table was nearly empty would scan
 * the whole table each time, after the transaction has filled it.
 */
export async function forceCustomPlans(tx: Transaction): Promise<void> {
  await tx.run(sql`set local plan_cache_mode = force_custom_plan`);
}
