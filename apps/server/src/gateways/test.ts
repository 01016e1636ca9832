import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../platform/database/open-database.ts";
import { type Queryable, queryable, sql } from "../platform/database/sql.ts";
import { type Gateway, GatewayUnknown, type PaymentFact, type RefundFact } from "./provider.ts";

/** How long a simulated timeout keeps the caller waiting before the response is lost. */
const timeoutMs = 1500;

type Row = {
  id: string;
  amount_minor: number;
  currency: string;
  state: "open" | "captured" | "failed" | "cancelled";
};
type RefundRow = { id: string; amount_minor: number; currency: string; state: RefundFact["state"] };
type Refunded = Pick<RefundRow, "state"> & { lost: boolean };
type Captured = Row & { answer: Row["state"] | "declined"; lost: boolean };

/**
 * The built-in test provider. It has its own data (shop.test_payments) and returns the same response for a repeated
 * key. The shopper chooses the outcome in its window: approve, decline, fail, time out (captured, but the response is
 * lost) or cancel. The last two digits of a refund's amount determine its outcome (shop.refund_test_payment).
 */
export function createTestGateway(database: Database, now: () => Date): Gateway {
  const db = queryable(database.app);

  async function find(id: string): Promise<Row> {
    const row = await db.row<Row>(sql`select * from shop.test_payments where id = ${id}`);
    if (row === undefined) throw new Error("the test provider does not know this payment");
    return row;
  }

  function findRefund(key: string): Promise<RefundRow | undefined> {
    return db.row<RefundRow>(sql`
      select r.id, r.amount_minor, r.state, p.currency
      from shop.test_refunds r join shop.test_payments p on p.id = r.payment_id where r.request_key = ${key}`);
  }

  return {
    provider: "OTHER",
    environment: "TEST",
    name: "Test payment",
    step: () => 1,

    async create({ key, amountMinor, currency }) {
      const id = `test_${randomBytes(16).toString("hex")}`;
      const row = await db.row<Row>(sql`
        insert into shop.test_payments as t (id, request_key, amount_minor, currency, created_at)
        values (${id}, ${key}, ${amountMinor}, ${currency}, ${now()})
        on conflict (request_key) do update set request_key = t.request_key
        returning *`);
      return { providerId: row?.id ?? id, clientSecret: null };
    },

    async capture({ key, providerId, statements = db }) {
      // `state` is the state before the capture, because the query reads the row as it was then; `answer` is the state
      // after it.
      const captured = await statements.row<Captured>(sql`
        select p.*, c.answer, c.lost
        from shop.capture_test_payment(${key}, ${providerId}) c join shop.test_payments p on p.id = ${providerId}`);
      if (captured === undefined) throw new Error("the test provider does not know this payment");
      if (captured.lost) {
        await wait(timeoutMs);
        throw new GatewayUnknown("the test provider did not answer in time");
      }
      if (captured.answer !== "declined") return factOf({ ...captured, state: captured.answer });
      const fact = factOf({ ...captured, state: "open" });
      return { ...fact, state: "declined", issues: [declined], debugId: debugId(captured) };
    },

    async get(providerId) {
      return factOf(await find(providerId));
    },

    async cancel(providerId) {
      const row = await db.row<Row>(sql`
        update shop.test_payments set state = 'cancelled' where id = ${providerId} and state = 'open' returning *`);
      return factOf(row ?? (await find(providerId)));
    },

    async refund({ key, providerId, amountMinor }) {
      const id = `re_${randomBytes(16).toString("hex")}`;
      const made = await db.row<Refunded>(sql`
        select state, lost from shop.refund_test_payment(${key}, ${id}, ${providerId}, ${amountMinor})`);
      if (made === undefined) throw new Error("the test provider does not know this payment");
      if (made.lost) {
        await wait(timeoutMs);
        throw new GatewayUnknown("the test provider did not answer in time");
      }
      const refund = await findRefund(key);
      if (refund === undefined) throw new Error("the test provider does not know this refund");
      return refundFactOf(refund);
    },

    async getRefund({ key }) {
      await db.run(sql`
        update shop.test_refunds set state = 'completed' where request_key = ${key} and state = 'pending'`);
      const refund = await findRefund(key);
      return refund === undefined ? null : refundFactOf(refund);
    },

    check: async () => ({ problems: [], webhook: "NOT_NEEDED" }),
  };
}

/** Records the decision that the shopper made in the provider's window. Undefined if no open payment has this id. */
export async function decideOpenPayment(
  db: Queryable,
  id: string,
  decision: string,
): Promise<Row["state"] | undefined> {
  const row = await db.row<Row>(sql`
    update shop.test_payments set decision = ${decision} where id = ${id} and state = 'open' returning *`);
  return row?.state;
}

const declined = {
  issue: "INSTRUMENT_DECLINED",
  description: "The instrument presented was either declined by the processor or bank.",
};
const refused = {
  issue: "TRANSACTION_REFUSED",
  description: "The test provider reported an error.",
};

function factOf(row: Row): PaymentFact {
  const state = {
    open: "open",
    captured: "completed",
    failed: "failed",
    cancelled: "cancelled",
  } as const;
  return {
    state: state[row.state],
    capturedMinor: row.state === "captured" ? row.amount_minor : null,
    currency: row.currency,
    issues: row.state === "failed" ? [refused] : [],
    debugId: row.state === "failed" ? debugId(row) : null,
  };
}

const refundDeclined = {
  issue: "REFUND_DECLINED",
  description:
    "The test provider declines refunds of amounts that end in 91, and of more than was captured.",
};

function refundFactOf(row: RefundRow): RefundFact {
  const isFailed = row.state === "failed";
  return {
    state: row.state,
    providerRefundId: row.id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    issues: isFailed ? [refundDeclined] : [],
    debugId: isFailed ? debugId(row) : null,
  };
}

function debugId(row: Pick<Row, "id">): string {
  return `dbg-${row.id.slice(-12)}`;
}
