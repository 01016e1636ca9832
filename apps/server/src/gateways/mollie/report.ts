import type { ClientCore } from "mollie-api-typescript/core.js";
import type { EntityBalanceTransaction } from "mollie-api-typescript/models";
import { difference, reportedDecimal } from "../amounts.ts";
import { known, statusOf, unknown } from "../mollie-errors.ts";
import {
  GatewayRefused,
  type Movement,
  type MovementKind,
  type ReportRequest,
} from "../provider.ts";
import { withAmounts } from "../report-amounts.ts";

const pageSize = 250;
/**
 * Payments created up to this long before the report's start are read too. Mollie lists payments by creation time, but
 * a payment may be paid, refunded or charged back long after that.
 */
const lookBackMs = 45 * 24 * 60 * 60_000;

type Amount = { currency: string; value: string };
type Listed = { createdAt: string };
type Page<T> = { ok: true; value: T } | { ok: false; error: unknown };

/**
 * Reads payments, refunds and chargebacks with the API key. Fees and payouts need the organization's access token
 * (`office`), because API keys can't read balances.
 */
export async function reportOfMollie(
  shop: ClientCore,
  office: ClientCore | null,
  isTest: boolean,
  { from, until, add }: ReportRequest,
): Promise<Date> {
  const since = new Date(from.getTime() - lookBackMs);
  const [{ paymentsList }, { refundsAll }, { chargebacksAll }] = await Promise.all([
    import("mollie-api-typescript/funcs/paymentsList.js"),
    import("mollie-api-typescript/funcs/refundsAll.js"),
    import("mollie-api-typescript/funcs/chargebacksAll.js"),
  ]);
  const payments = await paymentsList(shop, { limit: pageSize });
  for await (const page of freshPages(
    payments,
    since,
    ({ result }) => result.embedded.payments ?? [],
  ))
    await add(page.flatMap((payment) => captureOf(payment)));
  const refunds = await refundsAll(shop, { limit: pageSize });
  for await (const page of freshPages(refunds, since, ({ result }) => result.embedded.refunds))
    await add(page.flatMap((refund) => refundsOf(refund, until)));
  const chargebacks = await chargebacksAll(shop, { limit: pageSize });
  for await (const page of freshPages(
    chargebacks,
    since,
    ({ result }) => result.embedded.chargebacks,
  ))
    await add(page.flatMap((chargeback) => disputesOf(chargeback)));
  if (office !== null) await readBalances(office, isTest, { from, until, add });
  return until;
}

/** Yields a list's pages, newest first, until it reaches an item that was created before `since`. */
async function* freshPages<T, I extends Listed>(
  pages: AsyncIterable<Page<T>>,
  since: Date,
  itemsOf: (page: T) => readonly I[],
): AsyncGenerator<readonly I[]> {
  for await (const page of pages) {
    if (!page.ok) throw unknown(page.error);
    const items = itemsOf(page.value);
    const fresh = items.filter(({ createdAt }) => new Date(createdAt) >= since);
    if (fresh.length > 0) yield fresh;
    if (fresh.length < items.length) return;
  }
}

type Payment = Listed & {
  id: string;
  amount: Amount;
  status: string;
  paidAt?: string | null | undefined;
  metadata?: unknown;
  settlementId?: string | null | undefined;
};

function captureOf({ id, amount, status, paidAt, metadata, ...payment }: Payment): Movement[] {
  if (status !== "paid") return [];
  const reference = textIn(metadata, "orderId");
  const at = new Date(paidAt ?? payment.createdAt);
  return [
    movement("capture", id, [id], amount, { reference, at, settlement: payment.settlementId }),
  ];
}

type Refund = Listed & {
  id: string;
  amount: Amount;
  status: string;
  paymentId?: string | undefined;
  metadata?: unknown;
  settlementId?: string | null | undefined;
};

function refundsOf(refund: Refund, until: Date): Movement[] {
  const { id, amount, status, paymentId, metadata, settlementId: settlement } = refund;
  // Other refunds are pending or were canceled before Mollie made them, so no money moved.
  if (status !== "refunded" && status !== "failed") return [];
  const reference = textIn(metadata, "refundId");
  const at = new Date(refund.createdAt);
  const about = paymentId === undefined ? [] : [paymentId];
  const made = movement("refund", id, about, amount, { reference, at, settlement });
  if (status === "refunded") return [made];
  // Mollie doesn't report when the money came back. For a refund by the store, this uses the end of the report that
  // first contains the failure, which may be weeks later. Other refunds may be older than the store, so this uses their
  // own time.
  const returnedAt = reference === null ? at : new Date(until.getTime() - 1);
  return [made, movement("refund_reversal", id, about, amount, { reference, at: returnedAt })];
}

type Chargeback = Listed & {
  id: string;
  amount: Amount;
  paymentId: string;
  settlementId?: string | null | undefined;
  reversedAt?: string | null | undefined;
};

function disputesOf({ id, amount, paymentId, reversedAt, ...chargeback }: Chargeback): Movement[] {
  const at = new Date(chargeback.createdAt);
  const { settlementId: settlement } = chargeback;
  const made = movement("dispute", id, [paymentId], amount, { at, settlement });
  if (reversedAt == null) return [made];
  const more = { at: new Date(reversedAt) };
  return [made, movement("dispute_reversal", id, [paymentId], amount, more)];
}

type More = {
  at: Date;
  reference?: string | null;
  settlement?: string | null | undefined;
  /** What the balance got, and its difference to the amount is the fee. If absent, neither is known. */
  net?: Amount;
};

function movement(
  kind: MovementKind,
  id: string,
  paymentIds: string[],
  { currency, value }: Amount,
  { at, reference = null, settlement = null, net }: More,
): Movement {
  const facts = {
    kind,
    id,
    objectId: id,
    paymentIds,
    reference,
    currency,
    balanceCurrency: net?.currency ?? null,
    payoutId: settlement,
    at,
  };
  return withAmounts(facts, () => {
    const gross = reportedDecimal(value, currency);
    const amountMinor = Math.abs(gross);
    if (net === undefined) return { amountMinor, feeMinor: null, netMinor: null };
    const netMinor = reportedDecimal(net.value, net.currency);
    const isSameCurrency = net.currency === currency;
    return {
      amountMinor,
      feeMinor: isSameCurrency ? difference(gross, netMinor) : null,
      netMinor,
    };
  });
}

/** Adds the fees and the payouts, which Mollie calls settlements. */
async function readBalances(
  office: ClientCore,
  isTest: boolean,
  { from, add }: ReportRequest,
): Promise<void> {
  const [{ balancesList }, { balancesListTransactions }] = await Promise.all([
    import("mollie-api-typescript/funcs/balancesList.js"),
    import("mollie-api-typescript/funcs/balancesListTransactions.js"),
  ]);
  const testmode = isTest ? { testmode: true } : {};
  const listed = await balancesList(office, { limit: pageSize, ...testmode });
  if (!listed.ok && [401, 403].includes(statusOf(listed.error)))
    throw new GatewayRefused(
      "REPORT_NOT_ALLOWED",
      "Mollie doesn't let this access token read balances. Create one with the permission balances.read.",
    );
  const { result } = await known(Promise.resolve(listed));
  for (const { id: balanceId } of result.embedded.balances) {
    const request = { balanceId, limit: pageSize, ...testmode };
    const pages = await balancesListTransactions(office, request);
    for await (const page of freshPages(
      pages,
      from,
      (one) => one.result.embedded.balanceTransactions,
    ))
      await add(page.flatMap((transaction) => balanceMovementOf(transaction) ?? []));
  }
}

/** Whether Mollie lets the organization's access token read balances. Throws GatewayUnknown. */
export async function mayReadBalances(office: ClientCore, isTest: boolean): Promise<boolean> {
  const { balancesList } = await import("mollie-api-typescript/funcs/balancesList.js");
  const listed = await balancesList(office, { limit: 1, ...(isTest ? { testmode: true } : {}) });
  if (listed.ok) return true;
  if ([401, 403].includes(statusOf(listed.error))) return false;
  throw unknown(listed.error);
}

type About = {
  kind: MovementKind;
  id: string | undefined;
  paymentId?: string | undefined;
};

/** Returns null if the transaction is missing the id of its payment, refund, chargeback or payout. */
function balanceMovementOf(transaction: EntityBalanceTransaction): Movement | null {
  const { kind, id, paymentId } = aboutOf(transaction);
  if (id === undefined) return null;
  const about = paymentId === undefined ? [] : [paymentId];
  const { initialAmount, resultAmount: net, createdAt } = transaction;
  return movement(kind, id, about, initialAmount, { at: new Date(createdAt), net });
}

function aboutOf({ id, type, context }: EntityBalanceTransaction): About {
  const payment = context?.payment;
  const [refund, returned] = [context?.refund, context?.returnedRefund];
  const [chargeback, reversal] = [context?.chargeback, context?.chargebackReversal];
  switch (type) {
    case "payment":
      return { kind: "capture", id: payment?.paymentId, paymentId: payment?.paymentId };
    case "refund":
      return { kind: "refund", id: refund?.refundId, paymentId: refund?.paymentId };
    case "returned-refund":
      return { kind: "refund_reversal", id: returned?.refundId, paymentId: returned?.paymentId };
    case "chargeback":
      return { kind: "dispute", id: chargeback?.chargebackId, paymentId: chargeback?.paymentId };
    case "chargeback-reversal":
      return {
        kind: "dispute_reversal",
        id: reversal?.chargebackId,
        paymentId: reversal?.paymentId,
      };
    case "outgoing-transfer":
      return { kind: "payout", id: context?.outgoingTransfer?.settlementId };
    case "returned-transfer":
      return { kind: "payout_reversal", id: context?.returnedTransfer?.settlementId };
    case "canceled-transfer":
      return { kind: "payout_reversal", id: context?.canceledOutgoingTransfer?.settlementId };
    case "payment-fee":
      return { kind: "fee", id, paymentId: context?.paymentFee?.paymentId };
    default:
      return { kind: "other", id };
  }
}

function textIn(metadata: unknown, name: string): string | null {
  if (typeof metadata !== "object" || metadata === null) return null;
  const value = (metadata as Record<string, unknown>)[name];
  return typeof value === "string" ? value : null;
}
