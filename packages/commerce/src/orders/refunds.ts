import type { Minor } from "@vetrina/contract/money";
import { allocate, fractionOf, shareOfUnits } from "../pricing/shares.ts";

/** An amount for a line or for shipping, with its tax, which is either added to the price or included. */
type Taxed = { amountMinor: Minor; taxMinor: Minor; taxIncludedMinor: Minor };

/** A line of an order, and the part of it that the order's refunds have taken so far. Failed refunds don't count. */
export type RefundableLine = Taxed & {
  id: string;
  quantity: number;
  refunded: Taxed & {
    quantity: number;
    /** The refunded units' shares of the line. The refunds may have returned less. */
    shareMinor: Minor;
  };
};

/**
 * The data of an order that refunds depend on. The `amountMinor` of a line or of shipping is the amount that the
 * buyer paid for it, including added tax.
 */
export type RefundableOrder = {
  /** The amount captured. `refundedMinor` is the part that was refunded or is being refunded. */
  paidMinor: Minor;
  refundedMinor: Minor;
  lines: readonly RefundableLine[];
  shipping: { amountMinor: Minor; taxMinor: Minor };
  shippingRefunded: { amountMinor: Minor; taxMinor: Minor };
};

/**
 * The parts of an order to refund. An empty request refunds all that is left. An amount alone doesn't belong to any
 * line. Together with lines or shipping, an amount replaces their sum and may not exceed it.
 */
export type RefundRequest = {
  amountMinor?: Minor | undefined;
  lines?: readonly { id: string; quantity: number }[] | undefined;
  /** "all" means all that is left of the shipping price. */
  shippingMinor?: Minor | "all" | undefined;
};

export type PlannedLine = Taxed & { id: string; quantity: number; shareMinor: Minor };
export type RefundPlan = {
  amountMinor: Minor;
  lines: PlannedLine[];
  shippingMinor: Minor;
  shippingTaxMinor: Minor;
};

/** Why a refund can't be made. `left` is how many units or minor units can still be refunded. */
export type RefundProblem =
  | { problem: "line"; index: number; left: number }
  | { problem: "shipping" | "amount"; left: Minor }
  | { problem: "nothing" };

/**
 * Splits a refund into the shares of lines and shipping. However a line's refunds are split, the shares of its units
 * add up to exactly the line, and so does their tax.
 */
export function planRefund(
  order: RefundableOrder,
  request: RefundRequest,
): RefundPlan | RefundProblem {
  const left = order.paidMinor - order.refundedMinor;
  if (left <= 0) return { problem: "nothing" };
  const isWhole =
    request.amountMinor === undefined &&
    request.lines === undefined &&
    request.shippingMinor === undefined;
  const named = isWhole ? everythingLeft(order) : namedParts(order, request);
  if ("problem" in named) return named;
  const parts = [...named.lines.map(({ shareMinor }) => shareMinor), named.shippingMinor];
  const sum = parts.reduce((all, part) => all + part, 0);
  const isAmountAlone = request.lines === undefined && request.shippingMinor === undefined;
  const amountMinor = isWhole ? left : (request.amountMinor ?? sum);
  if (amountMinor <= 0) return { problem: "nothing" };
  const most = isAmountAlone ? left : Math.min(left, sum);
  if (amountMinor > most) return { problem: "amount", left: most };
  const shares = amountMinor < sum ? allocate(amountMinor, parts) : parts;
  const shippingMinor = shares.at(-1) ?? 0;
  return {
    amountMinor,
    lines: named.lines.map(({ line, quantity, shareMinor }, i) =>
      plannedLine(line, { quantity, shareMinor, amountMinor: shares[i] ?? 0 }),
    ),
    shippingMinor,
    shippingTaxMinor: nextPart(order.shipping, order.shippingRefunded, "taxMinor", shippingMinor),
  };
}

type NamedLine = { line: RefundableLine; quantity: number; shareMinor: Minor };
type NamedParts = { lines: NamedLine[]; shippingMinor: Minor };

function everythingLeft(order: RefundableOrder): NamedParts {
  const lines = order.lines.flatMap((line) => {
    const quantity = line.quantity - line.refunded.quantity;
    return quantity > 0 ? [{ line, quantity, shareMinor: shareOf(line, quantity) }] : [];
  });
  return { lines, shippingMinor: shippingLeft(order) };
}

function namedParts(order: RefundableOrder, request: RefundRequest): NamedParts | RefundProblem {
  const lines: NamedLine[] = [];
  for (const [index, { id, quantity }] of (request.lines ?? []).entries()) {
    const line = order.lines.find((each) => each.id === id);
    const unitsLeft = line === undefined ? 0 : line.quantity - line.refunded.quantity;
    if (line === undefined || quantity > unitsLeft)
      return { problem: "line", index, left: unitsLeft };
    lines.push({ line, quantity, shareMinor: shareOf(line, quantity) });
  }
  const all = shippingLeft(order);
  const shippingMinor = request.shippingMinor === "all" ? all : (request.shippingMinor ?? 0);
  if (shippingMinor > all) return { problem: "shipping", left: all };
  return { lines, shippingMinor };
}

function shippingLeft({ shipping, shippingRefunded }: RefundableOrder): Minor {
  return Math.max(0, shipping.amountMinor - shippingRefunded.amountMinor);
}

/**
 * The amount to refund for the next `units` of a line: the share of all units refunded by then, minus the share already
 * refunded.
 */
function shareOf({ amountMinor, quantity, refunded }: RefundableLine, units: number): Minor {
  const upTo = shareOfUnits(amountMinor, quantity, { after: 0, count: refunded.quantity + units });
  return Math.max(0, upTo - refunded.shareMinor);
}

function plannedLine(
  line: RefundableLine,
  {
    quantity,
    shareMinor,
    amountMinor,
  }: { quantity: number; shareMinor: Minor; amountMinor: Minor },
): PlannedLine {
  return {
    id: line.id,
    quantity,
    shareMinor,
    amountMinor,
    taxMinor: nextPart(line, line.refunded, "taxMinor", amountMinor),
    taxIncludedMinor: nextPart(line, line.refunded, "taxIncludedMinor", amountMinor),
  };
}

/**
 * The tax in the next part of an amount: the proportional tax of all parts up to this one, minus the tax of the earlier
 * ones. So the taxes of all parts add up to the tax of the whole.
 */
function nextPart<Key extends string>(
  whole: { amountMinor: Minor } & Record<Key, Minor>,
  before: { amountMinor: Minor } & Record<Key, Minor>,
  key: Key,
  amountMinor: Minor,
): Minor {
  if (amountMinor === 0 || whole.amountMinor === 0) return 0;
  const upTo = Math.min(before.amountMinor + amountMinor, whole.amountMinor);
  const part = fractionOf(whole[key], upTo, whole.amountMinor) - before[key];
  return Math.min(Math.max(0, part), amountMinor);
}
