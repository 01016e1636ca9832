import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type { ReconciledAccount } from "@vetrina/contract/orders/reconciliation";
import type { Transaction } from "../../platform/context.ts";
import { sql, type Sql } from "../../platform/database/sql.ts";

/**
 * An account at a payment provider, joined with shop.reconciliations, whose columns are null before the account's first
 * run.
 */
export type AccountRow = {
  id: string;
  provider: PaymentProvider;
  environment: PaymentEnv;
  created_at: Date;
  read_until: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  error: string | null;
  due_at: Date | null;
};

/** Reads the store's accounts except the test provider's, which has no report. */
export function readAccounts(tx: Transaction): Promise<AccountRow[]> {
  return accounts(tx, sql`true`);
}

export async function findAccount(tx: Transaction, id: string): Promise<AccountRow | undefined> {
  return (await accounts(tx, sql`p.id = ${id}`))[0];
}

function accounts(tx: Transaction, condition: Sql): Promise<AccountRow[]> {
  return tx.rows<AccountRow>(sql`
    select p.id, p.provider, p.environment, p.created_at, r.read_until, r.started_at, r.finished_at, r.error, r.due_at
    from shop.payment_providers p
    left join shop.reconciliations r on r.store_id = p.store_id and r.account_id = p.id
    where p.store_id = ${tx.storeId} and p.provider <> 'OTHER' and ${condition}
    order by p.environment, p.provider limit 20`);
}

export async function presentAccounts(
  tx: Transaction,
  rows: readonly AccountRow[],
  now: Date,
): Promise<ReconciledAccount[]> {
  const open = await tx.rows<{ account_id: string; n: number }>(sql`
    select account_id, count(*)::int as n from shop.reconciliation_differences
    where store_id = ${tx.storeId} and state = 'OPEN' group by 1`);
  const counts = new Map(open.map(({ account_id, n }) => [account_id, n]));
  return rows.map((row) => ({
    providerId: row.id,
    provider: row.provider,
    environment: row.environment,
    readUntil: row.read_until?.toISOString() ?? null,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    error: row.error,
    nextAt: (row.due_at ?? now).toISOString(),
    openDifferences: counts.get(row.id) ?? 0,
  }));
}

/** Records that a run has started. */
export async function noteStart(tx: Transaction, accountId: string, at: Date): Promise<void> {
  await tx.run(sql`
    insert into shop.reconciliations as r (store_id, account_id, started_at, due_at)
    values (${tx.storeId}, ${accountId}, ${at}, ${at}::timestamptz + interval '1 day')
    on conflict (store_id, account_id) do update set started_at = excluded.started_at`);
}

export async function noteEnd(
  tx: Transaction,
  accountId: string,
  { at, readUntil }: { at: Date; readUntil: Date },
): Promise<void> {
  await tx.run(sql`
    update shop.reconciliations set finished_at = ${at}, read_until = ${readUntil}, error = null
    where store_id = ${tx.storeId} and account_id = ${accountId}`);
}

export async function noteFailure(
  tx: Transaction,
  accountId: string,
  reason: string,
): Promise<void> {
  await tx.run(sql`
    update shop.reconciliations set error = ${reason.slice(0, 500)}
    where store_id = ${tx.storeId} and account_id = ${accountId}`);
}
