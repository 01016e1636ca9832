import type { Minor } from "@vetrina/contract/money";
import type { Invoiced, InvoicedPart, InvoicedRate } from "./credit-notes.ts";

/**
 * A line that a change adds. A negative quantity is the number of units that the change removes from a line.
 * `totalMinor` is the total before the discount.
 */
export type ChangedRow = {
  name: string;
  variantName: string;
  sku: string | null;
  quantity: number;
  priceMinor: Minor;
  totalMinor: Minor;
};

/** The amounts that a change adds to an order after its invoice. Negative amounts are subtracted from it. */
export type InvoicedChange = {
  amounts: Invoiced;
  rows: ChangedRow[];
  subtotalMinor: Minor;
  discountMinor: Minor;
  shippingMinor: Minor;
  totalMinor: Minor;
};

/**
 * Adds up the charges of an order's documents, by part and rate. Parts stay in the order in which they first appear.
 */
export function sumInvoiced(documents: readonly Invoiced[]): Invoiced {
  const rates: InvoicedRate[] = [];
  const parts = new Map<string | null, InvoicedPart>();
  for (const document of documents) {
    const places = document.rates.map((rate) => placeOf(rates, rate));
    for (const part of document.parts) {
      const { id } = part;
      const sum = parts.getOrInsertComputed(id, () => ({
        id,
        amountMinor: 0,
        taxes: [],
        bases: [],
      }));
      sum.amountMinor += part.amountMinor;
      for (const [i, place] of places.entries()) {
        // Skips the rates that a part doesn't have: an order may have a hundred rates, but most parts have one or two.
        if (!part.taxes[i] && !part.bases[i]) continue;
        sum.taxes[place] = (sum.taxes[place] ?? 0) + (part.taxes[i] ?? 0);
        sum.bases[place] = (sum.bases[place] ?? 0) + (part.bases[i] ?? 0);
      }
    }
  }
  const filled = (amounts: readonly Minor[]) => rates.map((_, i) => amounts[i] ?? 0);
  return {
    rates,
    parts: Array.from(parts.values(), ({ id, amountMinor, taxes, bases }) => ({
      id,
      amountMinor,
      taxes: filled(taxes),
      bases: filled(bases),
    })),
  };
}

/** The charges after a change minus the charges before it, without the parts that don't change. */
export function invoicedDifference(before: Invoiced, after: Invoiced): Invoiced {
  return withoutEmpty(sumInvoiced([after, negated(before)]));
}

/**
 * Combines two changes into one. Parts that cancel each other out are left out, so that the result doesn't grow if
 * lines are exchanged back and forth.
 */
export function joinChanges(one: InvoicedChange, other: InvoicedChange): InvoicedChange {
  return {
    amounts: withoutEmpty(sumInvoiced([one.amounts, other.amounts])),
    rows: joinRows([...one.rows, ...other.rows]),
    subtotalMinor: one.subtotalMinor + other.subtotalMinor,
    discountMinor: one.discountMinor + other.discountMinor,
    shippingMinor: one.shippingMinor + other.shippingMinor,
    totalMinor: one.totalMinor + other.totalMinor,
  };
}

/** A change with its signs reversed. A credit note shows it this way, as amounts that the buyer gets back. */
export function negatedChange({ amounts, rows, ...sums }: InvoicedChange): InvoicedChange {
  return {
    amounts: negated(amounts),
    rows: rows.map((row) => ({
      ...row,
      quantity: minus(row.quantity),
      totalMinor: minus(row.totalMinor),
    })),
    subtotalMinor: minus(sums.subtotalMinor),
    discountMinor: minus(sums.discountMinor),
    shippingMinor: minus(sums.shippingMinor),
    totalMinor: minus(sums.totalMinor),
  };
}

function negated({ rates, parts }: Invoiced): Invoiced {
  return {
    rates,
    parts: parts.map(({ id, amountMinor, taxes, bases }) => ({
      id,
      amountMinor: minus(amountMinor),
      taxes: taxes.map(minus),
      bases: bases.map(minus),
    })),
  };
}

/** Negates an amount. Never returns -0, which would be shown with a minus sign. */
function minus(amount: number): number {
  return 0 - amount;
}

function withoutEmpty({ rates, parts }: Invoiced): Invoiced {
  return { rates, parts: parts.filter((part) => !isEmpty(part)) };
}

/** Joins rows with the same variant and price, in the order in which they first appear. */
function joinRows(rows: readonly ChangedRow[]): ChangedRow[] {
  const joined = new Map<string, ChangedRow>();
  for (const row of rows) {
    const { name, variantName, sku, priceMinor } = row;
    const key = JSON.stringify([name, variantName, sku, priceMinor]);
    const before = joined.get(key);
    joined.set(key, {
      ...row,
      quantity: row.quantity + (before?.quantity ?? 0),
      totalMinor: row.totalMinor + (before?.totalMinor ?? 0),
    });
  }
  return [...joined.values()].filter((row) => row.quantity !== 0 || row.totalMinor !== 0);
}

function isEmpty({ amountMinor, taxes, bases }: InvoicedPart): boolean {
  return [amountMinor, ...taxes, ...bases].every((amount) => amount === 0);
}

/** The index of a rate in the list. If the rate is new, it is appended. */
function placeOf(rates: InvoicedRate[], rate: InvoicedRate): number {
  const found = rates.findIndex(
    ({ name, basisPoints, isIncluded }) =>
      name === rate.name && basisPoints === rate.basisPoints && isIncluded === rate.isIncluded,
  );
  return found >= 0 ? found : rates.push(rate) - 1;
}
