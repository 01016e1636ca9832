import type { PriceStep } from "@vetrina/contract/pricing/shipping";

/** Amounts in major units, and the server's steps that lead to them. The browser's own estimate has no steps. */
type Priced = {
  discount: number;
  discountCode: string | null;
  trace: readonly PriceStep[];
};

type Taxed = { tax: number; trace: readonly PriceStep[] };

export type PriceRow = { id: string; name: string; amount: number };

/**
 * A row for each discount, named by its code or title. Orders placed before steps were stored have one row for all
 * discounts.
 */
export function discountRows({ discount, discountCode, trace }: Priced): PriceRow[] {
  const steps = trace.filter(({ kind, amount }) => kind === "DISCOUNT" && amount < 0);
  if (steps.length > 0)
    return steps.map(({ discountId, label, amount }, i) => ({
      id: discountId ?? String(i),
      name: `Discount (${label})`,
      amount: -amount,
    }));
  const code = discountCode ? ` (${discountCode})` : "";
  return discount > 0 ? [{ id: "discount", name: `Discount${code}`, amount: discount }] : [];
}

/**
 * A row for each added tax, with its rate. Without steps (an estimate, or an old order), one row for all taxes; no row
 * if the tax is 0 and `percent`, the store's rate, is 0 or null.
 */
export function taxRows({ tax, trace }: Taxed, percent: number | null): PriceRow[] {
  const added = trace.filter(({ kind, amount }) => kind === "TAX" && amount > 0);
  if (added.length > 0)
    return added.map((step, i) => ({ id: `tax-${i}`, name: taxName(step), amount: step.amount }));
  const isKnown = trace.length > 0;
  if (tax === 0 && (isKnown || percent === null || percent === 0)) return [];
  return [{ id: "tax-0", name: percent ? `Tax (${percent}%)` : "Tax", amount: tax }];
}

/** The notes below the total: each tax that prices include, and a reverse charge. */
export function taxNotes(trace: readonly PriceStep[], money: (amount: number) => string): string[] {
  return trace.flatMap((step) => {
    if (step.kind === "REVERSE_CHARGE") return ["Reverse charge: your company owes the VAT."];
    return step.included > 0 ? [`Includes ${taxName(step)}: ${money(step.included)}`] : [];
  });
}

function taxName({ label, percent }: PriceStep): string {
  return `${label} (${percent}%)`;
}

/** "Shipping", along with the discount that makes it free, if any. */
export function shippingName(trace: readonly PriceStep[]): string {
  const free = trace.find(({ offShipping }) => offShipping > 0);
  return free === undefined ? "Shipping" : `Shipping (${free.label})`;
}
