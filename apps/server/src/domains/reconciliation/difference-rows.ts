import { toMajor } from "@vetrina/commerce/money";
import type { PaymentEnv, PaymentProvider } from "@vetrina/contract/enumerations";
import type {
  Difference,
  DifferenceDetails,
  DifferenceKind,
  DifferenceState,
} from "@vetrina/contract/orders/reconciliation";
import type { Transaction } from "../../platform/context.ts";
import { sql, type Sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { adviceFor } from "./advice.ts";

/** A row of shop.reconciliation_differences with its order's number. */
export type DifferenceRow = {
  id: string;
  kind: DifferenceKind;
  state: DifferenceState;
  account_id: string;
  provider: PaymentProvider;
  environment: PaymentEnv;
  subject: string;
  order_id: string | null;
  order_number: string | null;
  payment_id: string | null;
  expected_minor: number | null;
  reported_minor: number | null;
  currency: string;
  at: Date;
  found_at: Date;
  closed_at: Date | null;
  note: string | null;
  settled_by_kind: string | null;
  settled_by: string | null;
  settled_by_name: string | null;
  version: number;
  cursor_at: string;
};

export function readDifferences(
  tx: Transaction,
  which: Sql,
  page: { limit: number; offset: number },
): Promise<DifferenceRow[]> {
  return tx.rows<DifferenceRow>(sql`
    select d.*, d.expected_minor::float8 as expected_minor, d.reported_minor::float8 as reported_minor, d.found_at::text as cursor_at, o.order_number, coalesce(u.name, k.name) as settled_by_name
    from (select * from shop.reconciliation_differences d where d.store_id = ${tx.storeId} and ${which}
      order by d.found_at desc, d.id desc limit ${page.limit} offset ${page.offset}) d
    left join shop.orders o on o.store_id = d.store_id and o.id = d.order_id
    left join shop.users u on d.settled_by_kind = 'user' and u.id = d.settled_by
    left join shop.api_keys k on d.settled_by_kind = 'api-key' and k.store_id = d.store_id and k.id = d.settled_by
    order by d.found_at desc, d.id desc`);
}

/** Throws NOT_FOUND. */
export async function readDifference(tx: Transaction, id: string): Promise<DifferenceRow> {
  const [row] = await readDifferences(tx, sql`d.id = ${id}`, { limit: 1, offset: 0 });
  if (row === undefined) throw notFound("difference");
  return row;
}

export function presentDifference(row: DifferenceRow): Difference {
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, row.currency));
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    providerId: row.account_id,
    provider: row.provider,
    environment: row.environment,
    reference: row.subject,
    orderId: row.order_id,
    orderNumber: row.order_number,
    paymentId: row.payment_id,
    expected: major(row.expected_minor),
    reported: major(row.reported_minor),
    currency: row.currency,
    happenedAt: row.at.toISOString(),
    foundAt: row.found_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    version: row.version,
  };
}

type MovementRow = {
  kind: string;
  object_id: string;
  amount_minor: number;
  currency: string;
  fee_minor: number | null;
  net_minor: number | null;
  balance_currency: string | null;
  payout_id: string | null;
  at: Date;
};

const maxShown = 200;

/** Returns a difference, and the provider's movements that belong to the same payment or payout. Throws NOT_FOUND. */
export async function presentDetails(tx: Transaction, id: string): Promise<DifferenceDetails> {
  const row = await readDifference(tx, id);
  const isPayout = row.kind === "PAYOUT_AMOUNT" || row.kind === "PAYOUT_FAILED";
  const related = isPayout
    ? sql`(object_id = ${row.subject} or payout_id = ${row.subject})`
    : row.payment_id === null
      ? sql`object_id = ${row.subject}`
      : sql`payment_id = ${row.payment_id}`;
  const movements = await tx.rows<MovementRow>(sql`
    select kind, object_id, amount_minor::float8, currency, fee_minor::float8, net_minor::float8, balance_currency, payout_id, at
    from shop.provider_movements where store_id = ${tx.storeId} and account_id = ${row.account_id} and ${related}
    order by at, kind, id limit ${maxShown}`);
  const { settled_by_kind: kind, settled_by: by, settled_by_name: name } = row;
  return {
    ...presentDifference(row),
    advice: adviceFor[row.kind],
    note: row.note,
    settledBy: kind === null ? null : { kind, id: by, name },
    movements: movements.map(presentMovement),
  };
}

function presentMovement(row: MovementRow): DifferenceDetails["movements"][number] {
  const inBalance = (minor: number | null) =>
    minor === null || row.balance_currency === null ? null : toMajor(minor, row.balance_currency);
  return {
    kind: row.kind,
    reference: row.object_id,
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    fee: inBalance(row.fee_minor),
    net: inBalance(row.net_minor),
    balanceCurrency: row.balance_currency,
    payoutId: row.payout_id,
    at: row.at.toISOString(),
  };
}
