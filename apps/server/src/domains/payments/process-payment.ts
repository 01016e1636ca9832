import { toMajor } from "@vetrina/commerce/money";
import type { payments, PaymentResult } from "@vetrina/contract/orders/payments";
import { type Context, finishingTransaction, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { writeTogether } from "../../platform/database/together.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler, Input } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { GatewayUnknown, type PaymentFact, type Wallet } from "../../gateways/provider.ts";
import { processingMark } from "../order-records/order-states.ts";
import { captureTurn, noteFailed } from "../order-records/capture-turn.ts";
import { paymentTurn } from "../order-records/in-order-turn.ts";
import { dueOf } from "../order-records/order-money.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { requirePayable, requireNoneProcessing } from "./create-payment-intent.ts";
import { requireUnchanging } from "./express/require-unchanging.ts";
import { takeWallet } from "./express/take-wallet.ts";
import { logFailedCall } from "../payment-providers/log-failed-call.ts";
import { askAbout, gatewayOf } from "./gateway-of.ts";
import { lockOrderToPay } from "./lock-order-to-pay.ts";
import {
  canContinue,
  paidBy,
  presentAttempts,
  presentPayment,
  unapproved,
} from "./present-payment.ts";
import type { PaymentRow } from "./queries.ts";

type Call = Input<typeof payments.processPayment>;

/**
 * Captures the payment that the shopper approved. The attempt is first marked as processing, then the provider is
 * called outside any transaction, so that a job can ask for the result if the response is lost. The result is PENDING
 * while the provider hasn't responded.
 */
export const processPayment: Handler<typeof payments.processPayment> = async (ctx, input) => {
  let status: PaymentResult["status"] | "none" = "none";
  try {
    const result = await tryToPay(ctx, input);
    status = result.status;
    return result;
  } finally {
    if (status !== "COMPLETED" && status !== "PENDING") noteFailed(input.id);
  }
};

async function tryToPay(ctx: Context, { id, body }: Call): Promise<PaymentResult> {
  let begun = await begin(ctx, id, body);
  if (begun.unread !== undefined)
    begun = await begin(ctx, id, body, await readWallet(ctx, begun.unread));
  if (begun.stored !== undefined) return begun.stored;
  if (begun.outdated !== undefined) return lookUp(ctx, begun.outdated);
  if (begun.changed !== undefined) throw totalChanged(begun.changed);
  if (begun.payment === undefined) throw notFound("payment");
  const { payment } = begun;
  const fact = await capture(ctx, payment, body.paymentIntentId);
  const record = async (tx: Transaction): Promise<PaymentResult> => {
    if (fact !== null) await applyPaymentFact(tx, ctx, payment.id, fact, payment.capture_attempts);
    const { order, attempts } = await lockOrderToPay(tx, id);
    const result = presentAttempts(order, attempts);
    if (result.status === "COMPLETED") await keepAnswer(tx, ctx, result);
    return result;
  };
  return fact === null ? ctx.tx(record) : finishingTransaction(ctx, record, paymentTurn(ctx, id));
}

type Begun = {
  stored?: PaymentResult;
  /** A payment of an express order, if the buyer's wallet has to be read first. */
  unread?: PaymentRow;
  /** An express order whose total differs from the amount that its buyer approved. */
  changed?: OrderRow;
  /** A payment whose amount is no longer the amount due. */
  outdated?: PaymentRow;
  payment?: PaymentRow;
};

function begin(ctx: Context, id: string, body: Call["body"], wallet?: Wallet): Promise<Begun> {
  const work = async (tx: Transaction): Promise<Begun> => {
    const stored = await claimKey<PaymentResult>(tx, ctx);
    if (stored !== null) return { stored };
    const { order, mode, attempts, isExpress } = await lockOrderToPay(tx, id);
    const payment = attempts.find(
      (p) => p.provider === body.provider && p.provider_id === body.paymentIntentId,
    );
    if (payment === undefined) throw notFound("payment");
    if (payment.state === "completed" || payment.state === "refunded")
      return { stored: presentPayment(order, payment) };
    if (order.paid_at !== null && dueOf(order) === 0)
      return { stored: presentPayment(order, paidBy(attempts) ?? payment) };
    // Once the capture has been requested, only the provider's response decides. The payment window may have ended
    // since, or the store may have switched to TEST.
    const isCapturing = payment.state === "processing";
    if (payment.environment !== mode && !(isCapturing && payment.environment === "LIVE"))
      throw ofOtherMode();
    if (!isCapturing) {
      requirePayable(order, ctx.now());
      if (!canContinue(payment)) return { stored: presentPayment(order, payment) };
      if (payment.amount_minor !== dueOf(order)) return { outdated: payment };
      requireNoneProcessing(attempts);
      if (isExpress) {
        requireUnchanging(payment, ctx.now());
        if (wallet === undefined) return { unread: payment };
        // The buyer hasn't approved the payment yet, and could still approve it with an address that isn't priced.
        if (wallet.state === "open") return { stored: presentPayment(order, unapproved(payment)) };
        if (wallet.state === "approved") {
          const taken = await takeWallet(tx, ctx, { order, payment }, wallet);
          if (!taken.isApproved) return { changed: taken.order };
        }
      }
      return { payment: await beginCapture(tx, order, payment, ctx.now()) };
    }
    return { payment };
  };
  return ctx.tx(work, captureTurn(ctx, id));
}

/**
 * Asks the provider about a payment whose amount is no longer due, because some providers take the money without a
 * capture request. Throws INVALID_TRANSITION unless the payment was captured or is being processed.
 */
async function lookUp(ctx: Context, payment: PaymentRow): Promise<PaymentResult> {
  const fact = await factOf(ctx, payment);
  if (fact.state !== "completed" && fact.state !== "pending") throw ofOtherDue();
  const record = async (tx: Transaction) => {
    await applyPaymentFact(tx, ctx, payment.id, fact, payment.capture_attempts);
    const { order, attempts } = await lockOrderToPay(tx, payment.order_id);
    return presentPayment(
      order,
      attempts.find(({ id }) => id === payment.id),
    );
  };
  return finishingTransaction(ctx, record, paymentTurn(ctx, payment.order_id));
}

/** Throws PROVIDER_ERROR. */
async function factOf(ctx: Context, payment: PaymentRow): Promise<PaymentFact> {
  try {
    const gateway = await gatewayOf(ctx, payment);
    return await askAbout(gateway, payment, "get", () => gateway.get(payment.provider_id ?? ""));
  } catch (error) {
    logFailedCall(
      ctx,
      error,
      payment,
      "a payment whose amount is no longer due could not be looked up",
    );
    throw new ApiFailure("PROVIDER_ERROR", "The payment provider isn't responding. Try again.");
  }
}

/** Throws PROVIDER_ERROR. */
async function readWallet(ctx: Context, payment: PaymentRow): Promise<Wallet> {
  try {
    const gateway = await gatewayOf(ctx, payment);
    const { express } = gateway;
    if (express === undefined) return noWallet;
    return await askAbout(gateway, payment, "wallet", () =>
      express.readWallet(payment.provider_id ?? ""),
    );
  } catch (error) {
    logFailedCall(ctx, error, payment, "the wallet of a payment could not be read");
    throw new ApiFailure(
      "PROVIDER_ERROR",
      "Your approval could not be read from the payment provider. You haven't been charged. Try again.",
    );
  }
}

/** Used for a provider without wallets. No wallet is needed, because the order already has an address. */
const noWallet: Wallet = {
  state: "ended",
  amountMinor: 0,
  currency: "",
  methodId: null,
  email: null,
  address: null,
};

function totalChanged({ total_minor: minor, currency }: OrderRow): ApiFailure {
  const total = toMajor(minor, currency);
  return new ApiFailure(
    "TOTAL_CHANGED",
    "The total is different for the address you chose. You haven't been charged. Check the new total and pay again.",
    { total },
  );
}

function ofOtherMode(): ApiFailure {
  return new ApiFailure(
    "INVALID_TRANSITION",
    "The store changed its payment settings after you started this payment. You haven't been charged. Pay again.",
    { status: "PENDING" },
  );
}

function ofOtherDue(): ApiFailure {
  return new ApiFailure(
    "INVALID_TRANSITION",
    "The amount due has changed since you started this payment. You haven't been charged. Pay again.",
    { status: "PENDING" },
  );
}

/** Marks the start of a new capture attempt, so that the stock stays held until the provider responds. */
async function beginCapture(
  tx: Transaction,
  order: OrderRow,
  payment: PaymentRow,
  now: Date,
): Promise<PaymentRow> {
  const tries = payment.capture_attempts + 1;
  const write = sql`
    update shop.payments set state = 'processing', capture_attempts = ${tries}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${payment.id}`;
  // A paid order stays paid while its change is being paid.
  const mark = order.paid_at === null ? [processingMark(tx, payment.order_id)] : [];
  await writeTogether(tx, [...mark, write]);
  return { ...payment, state: "processing", capture_attempts: tries, updated_at: now };
}

/** Captures at the provider. Returns null if it is unknown whether the provider took the money. */
async function capture(
  ctx: Context,
  payment: PaymentRow,
  providerId: string,
): Promise<PaymentFact | null> {
  try {
    const gateway = await gatewayOf(ctx, payment);
    // A call repeated after a lost response uses the same key. A new attempt after a decline needs a new key, because
    // the provider would otherwise repeat the decline.
    const key = `${payment.id}:${payment.capture_attempts}`;
    const since = payment.updated_at;
    return await askAbout(gateway, payment, `capture ${key}`, () =>
      gateway.capture({ key, since, providerId, statements: ctx.statements }),
    );
  } catch (error) {
    if (error instanceof GatewayUnknown) return null;
    ctx.services.log.error(
      { err: error, traceId: ctx.traceId, paymentId: payment.id },
      "the capture call failed",
    );
    return null;
  }
}
