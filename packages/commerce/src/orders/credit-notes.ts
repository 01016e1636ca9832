import type { Minor } from "@vetrina/contract/money";
import { allocate, fractionOf } from "../pricing/shares.ts";

/** A tax rate of an invoice. `basisPoints` is null for orders placed before rates were stored. */
export type InvoicedRate = { name: string; basisPoints: number | null; isIncluded: boolean };

/**
 * A line of an invoice, or its shipping, as the buyer paid for it: after its discount and with added tax. `taxes` and
 * `bases` have one value for each rate of the invoice.
 */
export type InvoicedPart = {
  /** The line's id; null for shipping. */
  id: string | null;
  amountMinor: Minor;
  taxes: Minor[];
  bases: Minor[];
};

/** The parts of an invoice. Their amounts add up to the invoice's total, and their taxes to its tax at each rate. */
export type Invoiced = { rates: InvoicedRate[]; parts: InvoicedPart[] };

/** A completed refund. `amountMinor` is the amount returned, which may be less than its lines and shipping together. */
export type CreditedRefund = {
  amountMinor: Minor;
  lines: readonly { id: string; amountMinor: Minor }[];
  shippingMinor: Minor;
};

/** An amount that a credit note returns, with its tax at each rate. */
export type Credited = { amountMinor: Minor; taxes: Minor[]; bases: Minor[] };

export type CreditNote = {
  /** One entry for each line of the refund, in order. */
  lines: Credited[];
  shipping: Credited;
  /** The amount refunded for neither a line nor shipping. */
  rest: Credited;
  total: Credited;
  /** The amount taken from each part of the invoice, in order. */
  parts: Minor[];
};

/**
 * Splits a refund into the parts of its credit note. `before` is the amount that earlier credit notes took from each
 * part of the invoice. Tax is in proportion to the amount, so the credit notes of a fully credited invoice add up to
 * exactly its tax at every rate.
 */
export function creditNoteOf(
  invoiced: Invoiced,
  before: readonly Minor[],
  refund: CreditedRefund,
): CreditNote {
  const taken = invoiced.parts.map((_, i) => before[i] ?? 0);
  const claimed = [...refund.lines.map(({ amountMinor }) => amountMinor), refund.shippingMinor];
  const sum = sumOf(claimed);
  const amounts = sum > refund.amountMinor ? allocate(refund.amountMinor, claimed) : claimed;
  const credit = (amountMinor: Minor, own: number) => take(invoiced, taken, amountMinor, own);
  const indexOf = (id: string | null) => invoiced.parts.findIndex((part) => part.id === id);
  const lines = refund.lines.map(({ id }, i) => credit(amounts[i] ?? 0, indexOf(id)));
  const shipping = credit(amounts.at(-1) ?? 0, indexOf(null));
  const rest = credit(refund.amountMinor - sumOf(amounts), -1);
  return {
    lines,
    shipping,
    rest,
    total: [...lines, shipping, rest].reduce(add, emptyOf(invoiced)),
    parts: taken.map((amount, i) => amount - (before[i] ?? 0)),
  };
}

/**
 * Takes an amount from one part of the invoice. Any excess over that part is taken from all other parts in
 * proportion. Any excess over the whole invoice has no tax.
 */
function take(invoiced: Invoiced, taken: Minor[], amountMinor: Minor, own: number): Credited {
  const left = invoiced.parts.map((part, i) => Math.max(0, part.amountMinor - (taken[i] ?? 0)));
  const ofOwn = Math.min(amountMinor, left[own] ?? 0);
  const others = left.map((amount, i) => (i === own ? 0 : amount));
  const ofOthers = Math.min(amountMinor - ofOwn, sumOf(others));
  const shares = ofOthers > 0 ? allocate(ofOthers, others) : others.map(() => 0);
  const pieces = shares.map((share, i) => (i === own ? ofOwn : share));
  const credited = emptyOf(invoiced);
  credited.amountMinor = amountMinor;
  for (const [i, piece] of pieces.entries()) {
    const part = invoiced.parts[i];
    if (part === undefined || piece === 0) continue;
    const from = taken[i] ?? 0;
    const partOf = (whole: Minor) =>
      fractionOf(whole, from + piece, part.amountMinor) - fractionOf(whole, from, part.amountMinor);
    for (const rate of invoiced.rates.keys()) {
      const [tax, base] = [part.taxes[rate] ?? 0, part.bases[rate] ?? 0];
      // Skips the rates that a part doesn't have, because most parts have only a few of the document's rates.
      if (tax === 0 && base === 0) continue;
      credited.taxes[rate] = (credited.taxes[rate] ?? 0) + partOf(tax);
      credited.bases[rate] = (credited.bases[rate] ?? 0) + partOf(base);
    }
    taken[i] = from + piece;
  }
  return credited;
}

function emptyOf({ rates }: Invoiced): Credited {
  return { amountMinor: 0, taxes: rates.map(() => 0), bases: rates.map(() => 0) };
}

function add(one: Credited, other: Credited): Credited {
  return {
    amountMinor: one.amountMinor + other.amountMinor,
    taxes: one.taxes.map((tax, i) => tax + (other.taxes[i] ?? 0)),
    bases: one.bases.map((base, i) => base + (other.bases[i] ?? 0)),
  };
}

function sumOf(amounts: readonly Minor[]): Minor {
  return amounts.reduce((all, amount) => all + amount, 0);
}
