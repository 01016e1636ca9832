import { maxOrderMinor, readAmount, toMajor } from "@vetrina/commerce/money";
import { planRefund, type RefundPlan, type RefundProblem } from "@vetrina/commerce/orders/refunds";
import type { RefundRequest } from "@vetrina/contract/orders/refunds";
import type { Gateway } from "../../gateways/provider.ts";
import { actorOf, audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { type ChangeToCredit, readUninvoicedMinor } from "../order-records/invoiced-change.ts";
import { readItems } from "../order-records/order-rows.ts";
import { refundableOf } from "../order-records/order-money.ts";
import { type OrderItemRow, type OrderRow, statusOf } from "../order-records/present-order.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { claimFromOrder, claimItems } from "../order-records/refund-states.ts";
import { findGateway } from "../payment-providers/account.ts";
import { lockActiveProvider } from "../payment-providers/lock-active-provider.ts";
import { type Capture, claimFromCapture, leftOf, readCaptures } from "../payments/captures.ts";
import { countRefunds } from "./refund-rows.ts";
import { refundableOrder } from "./refundable-order.ts";
import { requireUnpacked } from "./require-unpacked.ts";

/** A part of a refund that is drawn from one capture, in minor units. */
type Draw = { capture: Capture; amountMinor: number };

/**
 * Records a refund and reserves its money and units. The caller holds the order's lock, then calls sendRefund with the
 * returned id. `ofChange`: whether a credit note is due, and for which change; null: see creditOf(). Throws
 * ORDER_NOT_PAID, AMOUNT_EXCEEDED, INVALID_TRANSITION, VALIDATION_FAILED, NOT_FOUND, or PROVIDER_ERROR.
 */
export async function beginRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  request: RefundRequest,
  ofChange: ChangeToCredit | null = null,
): Promise<string> {
  if (order.paid_minor === 0)
    throw new ApiFailure(
      "ORDER_NOT_PAID",
      "Nothing was paid for this order, so there is nothing to refund. Cancel it if it shouldn't be sent.",
    );
  const items = await readItems(tx, order.id);
  requireKnownLines(items, request);
  const plan = planRefund(await refundableOrder(tx, order, items), {
    amountMinor: minorOf("amount", request.amount, order.currency),
    lines: request.lines?.map(({ itemId, quantity }) => ({ id: itemId, quantity })),
    shippingMinor:
      request.shipping === true ? "all" : minorOf("shipping", request.shipping, order.currency),
  });
  if ("problem" in plan) throw failureOf(plan, order.currency);
  await requireUnpacked(tx, order, items, plan.lines);
  await requireFewRefunds(tx, order, plan.amountMinor);
  await requireLocations(tx, request);
  const isAutomatic = ctx.actor.kind === "system";
  const captures = await readCaptures(tx, order.id, { isAutomatic });
  const draws = await drawFrom(tx, ctx, captures, { order, plan, request });
  const id = newId();
  const credit = ofChange ?? (await creditOf(tx, order, plan));
  await insertRefund(tx, ctx, { id, order, plan, request, credit });
  await insertLines(tx, { id, order, plan, request });
  await claim(tx, { id, order, plan, draws });
  const data = { refundId: id, amountMinor: plan.amountMinor, currency: order.currency };
  await recordEvent(tx, ctx, order.id, { kind: "refund-started", text: request.reason, data });
  await audit(tx, ctx, {
    action: "CREATE",
    entityType: "refund",
    entityId: id,
    after: {
      orderId: order.id,
      amountMinor: plan.amountMinor,
      currency: order.currency,
      payments: draws.map(({ capture, amountMinor }) => ({ id: capture.id, amountMinor })),
    },
  });
  return id;
}

/**
 * Whether a credit note is due. None is due for an amount without lines or shipping that is in none of the order's
 * documents.
 */
async function creditOf(
  tx: Transaction,
  order: OrderRow,
  { amountMinor, lines, shippingMinor }: RefundPlan,
): Promise<ChangeToCredit> {
  const isMoney = lines.length === 0 && shippingMinor === 0;
  const isUninvoiced = isMoney && (await readUninvoicedMinor(tx, order)) >= amountMinor;
  return { isInvoiced: !isUninvoiced, change: null };
}

type Begun = { id: string; order: OrderRow; plan: RefundPlan; request: RefundRequest };

function minorOf(path: string, amount: number | undefined, currency: string): number | undefined {
  if (amount === undefined) return undefined;
  const read = readAmount(amount, currency, maxOrderMinor);
  if ("problem" in read) throw invalidField(path, read.problem);
  if (read.minor === 0) throw invalidField(path, "Refund an amount above 0.");
  return read.minor;
}

/**
 * Maximum number of refunds of an order. Even a refund of a small amount can need a credit note with all of the order's
 * lines, and credit notes must be kept by law.
 */
const maxRefunds = 200;

/** Throws INVALID_TRANSITION above the limit, unless the refund returns all that is left. */
async function requireFewRefunds(
  tx: Transaction,
  order: OrderRow,
  amountMinor: number,
): Promise<void> {
  if (amountMinor >= refundableOf(order) || (await countRefunds(tx, order.id)) < maxRefunds) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    `This order already has ${maxRefunds} refunds. Only a refund of the entire remaining amount is still possible.`,
    { status: statusOf(order) },
  );
}

function requireKnownLines(items: readonly OrderItemRow[], { lines = [] }: RefundRequest): void {
  const seen = new Set<string>();
  for (const [i, { itemId, restock, location }] of lines.entries()) {
    if (!items.some(({ id }) => id === itemId))
      throw invalidField(
        `lines.${i}.itemId`,
        "This order has no such line. Send the id of one of its lines.",
      );
    if (seen.has(itemId)) throw invalidField(`lines.${i}.itemId`, "List each line once.");
    if (restock === false && location !== undefined)
      throw invalidField(`lines.${i}.location`, "Send a location only for units to restock.");
    seen.add(itemId);
  }
}

function failureOf(problem: RefundProblem, currency: string): ApiFailure {
  switch (problem.problem) {
    case "nothing":
      return new ApiFailure(
        "INVALID_TRANSITION",
        "There is nothing that can be refunded now. See the order's transactions.",
      );
    case "line":
      return new ApiFailure(
        "AMOUNT_EXCEEDED",
        `lines.${problem.index}.quantity: ${
          problem.left === 0
            ? "All units of this line have been refunded. Leave the line out."
            : `Only ${problem.left} of these units can still be refunded. Reduce the quantity.`
        }`,
        { path: `lines.${problem.index}.quantity`, left: problem.left },
      );
    case "amount":
    case "shipping": {
      const left = toMajor(problem.left, currency);
      return exceeded(
        problem.problem,
        `Only ${left} ${currency} can be refunded. Refund this amount or less.`,
        left,
      );
    }
  }
}

function exceeded(path: string, message: string, left: number | null = null): ApiFailure {
  return new ApiFailure("AMOUNT_EXCEEDED", message, { path, left });
}

/** Throws NOT_FOUND for a location that the store doesn't have. */
async function requireLocations(tx: Transaction, { lines = [] }: RefundRequest): Promise<void> {
  const named = new Set(
    lines.flatMap(({ location }) => (location === undefined ? [] : [location])),
  );
  if (named.size === 0) return;
  const found = await tx.rows(sql`
    select from shop.locations where store_id = ${tx.storeId} and deleted_at is null
      and code = any(${[...named]}::text[]) for share`);
  if (found.length < named.size) throw notFound("location");
}

/**
 * Draws the amount from the captures in the given order, or only from the one with `paymentId`. From each, draws only
 * what its provider can refund: a multiple of the currency's step there. Throws NOT_FOUND if there is no such capture,
 * AMOUNT_EXCEEDED if less is left, and INVALID_TRANSITION with the nearest possible amount if a rest is below the step.
 */
async function drawFrom(
  tx: Transaction,
  ctx: Context,
  captures: readonly Capture[],
  { order, plan: { amountMinor }, request: { paymentId } }: Omit<Begun, "id">,
): Promise<Draw[]> {
  const named = captures.filter(({ id }) => paymentId === undefined || id === paymentId);
  if (named.length === 0) throw notFound("payment");
  const draws: Draw[] = [];
  let missing = amountMinor;
  let coarse: Coarse | null = null;
  for (const capture of named) {
    const most = Math.min(missing, leftOf(capture));
    if (most === 0) continue;
    const gateway = await requireGateway(tx, ctx, capture);
    // If the system refunds what nobody can change, the provider refuses it, and the managers are mailed.
    const stepMinor =
      gateway === null || ctx.actor.kind === "system" ? 1 : gateway.step(capture.currency);
    const part = most - (most % stepMinor);
    if (part > 0) draws.push({ capture, amountMinor: part });
    if (part < most) coarse = { name: gateway?.name ?? "", stepMinor };
    missing -= part;
  }
  if (missing === 0) return draws;
  const drawnMinor = amountMinor - missing;
  const leftMinor = named.reduce((sum, capture) => sum + leftOf(capture), 0);
  if (coarse !== null && leftMinor >= amountMinor) throw tooFine(order, coarse, drawnMinor);
  const left = toMajor(drawnMinor, order.currency);
  throw exceeded(
    "paymentId",
    `Only ${left} ${order.currency} of this payment can be refunded. Refund this amount or less.`,
    left,
  );
}

/** A provider that refunds only multiples of an amount. */
type Coarse = { name: string; stepMinor: number };

function tooFine(order: OrderRow, { name, stepMinor }: Coarse, belowMinor: number): ApiFailure {
  const { currency } = order;
  const step = toMajor(stepMinor, currency);
  const amount = toMajor(Math.max(belowMinor, stepMinor), currency);
  return new ApiFailure(
    "INVALID_TRANSITION",
    `${name} can refund only multiples of ${step} ${currency}. Refund the amount ${amount} ${currency} instead.`,
    { status: statusOf(order), amount },
  );
}

/**
 * Locks the payment's provider, so that it isn't deleted before the refund is recorded, and returns its gateway; null for
 * a manual payment. Throws PROVIDER_ERROR.
 */
async function requireGateway(
  tx: Transaction,
  { services, grant }: Context,
  { provider, environment }: Capture,
): Promise<Gateway | null> {
  if (provider === null) return null;
  await lockActiveProvider(tx, provider, environment);
  const gateway = await findGateway(tx, services, provider, environment);
  if (gateway !== null) return gateway;
  const isBuyer = grant === "order-key" || grant === "customer";
  throw new ApiFailure(
    "PROVIDER_ERROR",
    isBuyer
      ? "This payment can't be refunded automatically. Contact the store."
      : "The provider of this payment isn't connected. Connect it, or refund another payment for the order.",
    { provider },
  );
}

async function insertRefund(
  tx: Transaction,
  ctx: Context,
  { id, order, plan, request, credit }: Begun & { credit: ChangeToCredit },
): Promise<void> {
  const { change, isInvoiced } = credit;
  const actor = actorOf(ctx);
  await tx.run(sql`
    insert into shop.refunds (store_id, id, order_id, amount_minor, shipping_minor, shipping_tax_minor, reason, note,
      is_announced, change, is_invoiced, actor_kind, actor_id, created_at)
    values (${tx.storeId}, ${id}, ${order.id}, ${plan.amountMinor}, ${plan.shippingMinor}, ${plan.shippingTaxMinor},
      ${request.reason}, ${request.note}, ${request.notify ?? true}, ${change === null ? null : JSON.stringify(change)}, ${isInvoiced},
      ${actor.kind}, ${actor.id}, ${ctx.now()})`);
}

async function insertLines(tx: Transaction, { id, order, plan, request }: Begun): Promise<void> {
  if (plan.lines.length === 0) return;
  const rows = plan.lines.map((line) => {
    const named = request.lines?.find(({ itemId }) => itemId === line.id);
    const location = named?.location ?? null;
    const isRestocked = named?.restock ?? (location !== null || (request.restock ?? false));
    return Object.assign({ isRestocked, location }, line);
  });
  await tx.run(sql`
    insert into shop.refund_lines (store_id, refund_id, order_id, order_item_id, quantity, share_minor, amount_minor,
      tax_minor, tax_included_minor, is_restocked, restock_location)
    select ${tx.storeId}, ${id}, ${order.id}, l.id, l.quantity, l."shareMinor", l."amountMinor", l."taxMinor",
      l."taxIncludedMinor", l."isRestocked", l.location
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (id uuid, quantity int, "shareMinor" bigint,
      "amountMinor" bigint, "taxMinor" bigint, "taxIncludedMinor" bigint, "isRestocked" boolean, location text)`);
}

/**
 * Reserves the refund's money and units. Updates the order last, because that also locks its customer, who must be
 * locked last to avoid deadlocks.
 */
async function claim(
  tx: Transaction,
  { id, order, plan, draws }: Omit<Begun, "request"> & { draws: readonly Draw[] },
): Promise<void> {
  for (const { capture, amountMinor } of draws) {
    if (!(await claimFromCapture(tx, capture.id, amountMinor))) throw taken();
    await tx.run(sql`
      insert into shop.refund_payments (store_id, id, refund_id, order_id, payment_id, amount_minor)
      values (${tx.storeId}, ${newId()}, ${id}, ${order.id}, ${capture.id}, ${amountMinor})`);
  }
  const units = plan.lines.map(({ id: itemId, quantity, amountMinor }) => ({
    itemId,
    quantity,
    amountMinor,
  }));
  if (!(await claimItems(tx, order.id, units))) throw taken();
  if (!(await claimFromOrder(tx, order.id, plan.amountMinor))) throw taken();
}

function taken(): ApiFailure {
  return exceeded(
    "amount",
    "Another refund has used this money or these units in the meantime. Load the order again.",
  );
}
