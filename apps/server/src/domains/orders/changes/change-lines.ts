import type { ChangeOrderItems, OrderChange } from "@vetrina/contract/orders/order-changes";
import { toMajor, toMinor } from "@vetrina/commerce/money";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { holdMode } from "../../../platform/database/hold-mode.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { claimKey, keepAnswer } from "../../../platform/idempotency.ts";
import { requireStock } from "../../inventory/hold-stock.ts";
import { withhold } from "../../order-records/dispute-states.ts";
import { requireBuyer } from "../../order-records/has-buyer.ts";
import type { ChangeToCredit } from "../../order-records/invoiced-change.ts";
import { enqueueOrderChanged } from "../../order-records/mails.ts";
import { type Addresses, type ChangePlan, isExchange } from "../../order-records/open-change.ts";
import { applyChange, openChange, withdrawChange } from "../../order-records/order-changes.ts";
import { isRefunded } from "../../order-records/order-money.ts";
import {
  lockOrder,
  readItems,
  readOrder,
  readOrderWithItems,
} from "../../order-records/order-rows.ts";
import {
  type OrderItemRow,
  type OrderRow,
  presentForStaff,
  presentOrderWithItems,
  statusOf,
} from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";
import { requireMode } from "../../payments/create-payment-intent.ts";
import { lockOrderToPay } from "../../payments/lock-order-to-pay.ts";
import {
  closeAttempts,
  type OpenAttempts,
  readOpenAttempts,
} from "../../payments/open-attempts.ts";
import { beginRefund } from "../../refunds/begin-refund.ts";
import { sendRefund } from "../../refunds/send-refund.ts";
import { planLines } from "./plan-lines.ts";
import { refusal, type Request, type Settlement, settlementOf } from "./settlement.ts";

export type ChangeOptions = {
  /** Calculates the change without saving it. */
  isPreview?: boolean;
};

/**
 * Plans the change that the caller requested. Returns null if nothing changes; an open change is then still withdrawn.
 */
export type Planner = (
  tx: Transaction,
  order: OrderRow,
  items: readonly OrderItemRow[],
) => Promise<{ plan: ChangePlan; addresses?: Addresses } | null>;

/**
 * Changes an order's lines before they are shipped. If a paid order gets more expensive, it changes once the buyer has
 * paid the difference; if it gets cheaper, the difference is refunded. From a refunded order, only units that cost
 * nothing can be removed. Doesn't check access. Throws INVALID_TRANSITION, TOTAL_CHANGED, OUT_OF_STOCK,
 * UNAVAILABLE_ITEM, LIMIT_REACHED, or PROVIDER_ERROR if an open payment can't be canceled.
 */
export function changeLines(
  ctx: Context,
  orderId: string,
  { items: requested, ...request }: ChangeOrderItems,
  options: ChangeOptions = {},
): Promise<OrderChange> {
  return makeChange(ctx, orderId, request, options, async (tx, order, items) => {
    const plan = await planLines(tx, ctx, order, items, requested);
    return plan === null ? null : { plan };
  });
}

/** Maximum number of rounds of canceling open payments, because the shopper may open a new one after each round. */
const maxRounds = 3;

/** Makes the change that `planner` returns for the locked order, after canceling the buyer's open payments. */
export async function makeChange(
  ctx: Context,
  orderId: string,
  request: Request,
  options: ChangeOptions,
  planner: Planner,
): Promise<OrderChange> {
  const make = () => ctx.tx((tx) => attempt(tx, ctx, orderId, { request, options, planner }));
  let made = await make();
  for (let round = 1; made.open !== undefined && round <= maxRounds; round += 1) {
    await closeAttempts(ctx, made.open);
    made = await make();
  }
  if (made.open !== undefined)
    throw new ApiFailure(
      "PROVIDER_ERROR",
      "The buyer has started a payment that can't be canceled now. Try again in a minute.",
    );
  if (made.refundId !== null) await sendRefund(ctx, made.refundId);
  return made.answer;
}

type Job = { request: Request; options: ChangeOptions; planner: Planner };
type Made =
  | { open: OpenAttempts }
  | { answer: OrderChange; refundId: string | null; open?: undefined };
/** The response stored for a repeated Idempotency-Key. It omits the order, which is read again. */
type Kept = Omit<OrderChange, "order"> & { refundId: string | null };

async function attempt(tx: Transaction, ctx: Context, orderId: string, job: Job): Promise<Made> {
  const { request, options, planner } = job;
  const { isPreview = false } = options;
  const kept = isPreview ? null : await claimKey<Kept>(tx, ctx);
  if (kept !== null) {
    const { refundId, ...change } = kept;
    return { answer: { ...change, order: await readOrderWithItems(tx, orderId) }, refundId };
  }
  if (!isPreview) await holdMode(tx);
  const order = await (isPreview ? readOrder(tx, orderId) : lockOrder(tx, orderId));
  await requireFresh(tx, ctx, "order", order.version, async () => presentForStaff(order));
  const hasEnded = order.payment_state === "refunded" && order.cancelled_at === null;
  if (!hasEnded) requireChangeable(order);
  const items = await readItems(tx, orderId);
  const planned = await planner(tx, order, items);
  const difference = (planned?.plan.order.total_minor ?? order.total_minor) - order.total_minor;
  // A refunded order may still contain free units (price 0) that were not shipped. Only this call can restock them.
  if (hasEnded && !(difference === 0 && removesOnly(planned))) requireChangeable(order);
  requireTotal(order, order.total_minor + difference, request);
  if (planned !== null) requireStock(planned.plan.added);
  const kind = { difference, isExchange: planned !== null && isExchange(planned.plan) };
  const settlement = await settlementOf(tx, ctx, order, kind, request);
  const change = { ...settlement, planned, order, items };
  if (isPreview) return { answer: presentChange(change, "PREVIEW"), refundId: null };
  const open = await readOpenAttempts(tx, orderId);
  if (open.length > 0) return { open };
  return save(tx, ctx, change, request);
}

type Change = Settlement & {
  order: OrderRow;
  items: readonly OrderItemRow[];
  planned: { plan: ChangePlan; addresses?: Addresses } | null;
};

const noAddresses: Addresses = { shipping: null, billing: null };

async function save(
  tx: Transaction,
  ctx: Context,
  change: Change,
  request: Request,
): Promise<Made> {
  const { planned, dueMinor, expiresAt } = change;
  let { order } = change;
  if (order.change_due_minor > 0) {
    await withdrawChange(tx, ctx, order, "withdrawn");
    order = await readOrder(tx, order.id);
  }
  let refundId: string | null = null;
  const isOpen = order.paid_at !== null && dueMinor > 0 && expiresAt !== null;
  const hasOwnNote = planned !== null && isReturnedInPart(order, planned.plan, change);
  if (planned !== null) {
    const addresses = planned.addresses ?? noAddresses;
    const what = { plan: planned.plan, addresses, reason: request.reason ?? null };
    if (isOpen) {
      await requireBuyer(tx, order);
      requireMode(await lockOrderToPay(tx, order.id));
      await openChange(tx, order, what, { dueMinor, expiresAt });
    } else {
      const credit = await applyChange(tx, order, what, { isHeld: false, hasOwnNote });
      await withhold(tx, order.id, change.withheldMinor);
      refundId = await refundDifference(tx, ctx, order.id, {
        refundMinor: change.refundMinor,
        reason: request.reason,
        credit,
      });
    }
    await record(tx, ctx, order, change, { isOpen, refundId, hasOwnNote, reason: request.reason });
    if (request.notify !== false)
      await enqueueOrderChanged(tx, order, {
        state: isOpen ? "open" : "applied",
        dueMinor,
        refundMinor: change.refundMinor,
        refundId,
        hasOwnNote,
      });
  }
  const now = await readOrder(tx, order.id);
  const shown = { ...change, order: now };
  const answer = isOpen
    ? presentChange(shown, "OPEN")
    : {
        ...presentChange(
          { ...shown, planned: null, items: await readItems(tx, order.id) },
          "APPLIED",
        ),
      };
  const { order: _, ...kept } = answer;
  await keepAnswer(tx, ctx, { ...kept, refundId } satisfies Kept);
  return { answer, refundId };
}

/**
 * Whether the change gets a credit note at once, without a refund, because a lost dispute has returned all or part of
 * the difference. False if earlier refunds have returned a part too, because those have credit notes of their own.
 */
function isReturnedInPart(
  order: OrderRow,
  plan: ChangePlan,
  { refundMinor, withheldMinor }: Settlement,
): boolean {
  const differenceMinor = order.total_minor - plan.order.total_minor;
  return withheldMinor > 0 && refundMinor + withheldMinor === differenceMinor;
}

function removesOnly(planned: Awaited<ReturnType<Planner>>): boolean {
  if (planned === null || planned.addresses !== undefined) return false;
  return planned.plan.added.length === 0 && planned.plan.removed.length > 0;
}

function requireChangeable(order: OrderRow): void {
  const status = statusOf(order);
  if (status !== "PENDING" && status !== "PAID")
    throw refusal(order, `This order is ${status}, so it can no longer be changed.`);
  if (order.payment_state === "processing")
    throw refusal(
      order,
      "A payment for this order is in progress. Wait until the payment provider responds.",
    );
  if (order.paid_at !== null && isRefunded(order))
    throw refusal(
      order,
      "All money paid for this order is being refunded, so it can no longer be changed.",
    );
}

function requireTotal(order: OrderRow, totalMinor: number, { total }: Request): void {
  if (total === undefined || isAmount(total, totalMinor, order.currency)) return;
  throw new ApiFailure(
    "TOTAL_CHANGED",
    "The order's new total differs from the one you saw. Check it and save again.",
    { total: toMajor(totalMinor, order.currency) },
  );
}

function isAmount(sent: number, minor: number, currency: string): boolean {
  try {
    return toMinor(sent, currency) === minor;
  } catch {
    return false;
  }
}

/** Starts the refund of the difference and returns its id; null if nothing is refunded. */
async function refundDifference(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  {
    refundMinor,
    reason,
    credit,
  }: { refundMinor: number; reason?: string | undefined; credit: ChangeToCredit | null },
): Promise<string | null> {
  if (refundMinor === 0) return null;
  const order = await readOrder(tx, orderId);
  const amount = toMajor(refundMinor, order.currency);
  // Sends no email about the refund, because the email about the change contains it.
  return beginRefund(tx, ctx, order, { amount, reason, notify: false }, credit);
}

async function record(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { planned, dueMinor, expiresAt }: Change,
  {
    isOpen,
    refundId,
    hasOwnNote,
    reason,
  }: {
    isOpen: boolean;
    refundId: string | null;
    hasOwnNote: boolean;
    reason?: string | undefined;
  },
): Promise<void> {
  if (planned === null) return;
  const { lines } = planned.plan;
  const isAddress = planned.addresses !== undefined;
  const amounts = {
    beforeMinor: order.total_minor,
    afterMinor: planned.plan.order.total_minor,
    currency: order.currency,
  };
  const data = isOpen
    ? { lines, ...amounts, dueMinor, expiresAt: expiresAt?.toISOString() }
    : {
        lines,
        ...amounts,
        refundId,
        ...(hasOwnNote ? { hasOwnNote } : {}),
        ...(isAddress ? { changed: ["shippingAddress"] } : {}),
      };
  await recordEvent(tx, ctx, order.id, {
    kind: isOpen ? "change-opened" : isAddress ? "address-changed" : "lines-changed",
    text: reason,
    data,
  });
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "order",
    entityId: order.id,
    before: { totalMinor: order.total_minor },
    after: data,
  });
}

/** Returns the order as it is after the change, even if the change has not been applied yet. */
function presentChange(
  { order, items, planned, dueMinor, refundMinor, expiresAt }: Change,
  status: OrderChange["status"],
): OrderChange {
  const { shipping_rate_id: _, ...columns } = planned?.plan.order ?? { shipping_rate_id: null };
  const { shipping = null, billing = null } = planned?.addresses ?? {};
  const changed = {
    ...order,
    ...columns,
    shipping_address: shipping ?? order.shipping_address,
    billing_address: billing ?? order.billing_address,
  };
  return {
    status,
    order: presentOrderWithItems(changed, planned?.plan.items ?? items),
    due: toMajor(dueMinor, order.currency),
    refund: toMajor(refundMinor, order.currency),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
