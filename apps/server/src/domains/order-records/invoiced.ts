import type { Invoiced, InvoicedPart } from "@vetrina/commerce/orders/credit-notes";
import { allocate } from "@vetrina/commerce/pricing/shares";
import type { OrderItemRow, OrderRow } from "./present-order.ts";

/** A tax rate with its tax on each line and, as the last entry, on shipping. */
type Rate = Invoiced["rates"][number] & { taxes: number[]; base: number };

/** Returns what an order's invoice charges, by line and tax rate. Credit notes return parts of these amounts. */
export function invoicedOf(order: OrderRow, items: readonly OrderItemRow[]): Invoiced {
  const added = addedTaxes(order, items);
  const shippingTax = order.tax_minor - sumOf(added);
  const nets = [
    ...items.map((item) => item.total_minor - item.discount_minor),
    order.shipping_minor,
  ];
  const rates = ratesOf(order, [...added, shippingTax], nets);
  const bases = rates.map((rate) => basesOf(rate, nets));
  const part = (id: string | null, amountMinor: number, i: number): InvoicedPart => ({
    id,
    amountMinor,
    taxes: rates.map(({ taxes }) => taxes[i] ?? 0),
    bases: bases.map((ofRate) => ofRate[i] ?? 0),
  });
  return {
    rates: rates.map(({ name, basisPoints, isIncluded }) => ({ name, basisPoints, isIncluded })),
    parts: [
      ...items.map((item, i) => part(item.id, (nets[i] ?? 0) + (added[i] ?? 0), i)),
      part(null, order.shipping_minor + shippingTax, items.length),
    ],
  };
}

/**
 * Returns the tax added to each line. If the order's tax is less than the sum of its lines' taxes, the order's tax is
 * divided among the lines.
 */
function addedTaxes(order: OrderRow, items: readonly OrderItemRow[]): number[] {
  const taxes = items.map((item) => item.tax_minor);
  return sumOf(taxes) > order.tax_minor ? allocate(order.tax_minor, taxes) : taxes;
}

function ratesOf(order: OrderRow, added: number[], nets: readonly number[]): Rate[] {
  const { price_trace: trace, tax_basis_points: basisPoints } = order;
  if (trace !== null)
    return trace.flatMap((step) =>
      step.kind === "TAX"
        ? [
            {
              name: step.name,
              basisPoints: step.basisPoints,
              isIncluded: step.isIncluded,
              taxes: [...step.shares, step.shippingShare],
              base: step.base,
            },
          ]
        : [],
    );
  // Orders placed before rates were stored have a single rate.
  if (order.tax_minor === 0 && basisPoints === 0) return [];
  const base = nets.reduce((all, net, i) => all + ((added[i] ?? 0) > 0 ? net : 0), 0);
  return [{ name: "", basisPoints, isIncluded: false, taxes: added, base }];
}

/**
 * Returns the amount of each part that the rate taxes. If they add up to less than the rate's `base`, the rest goes to
 * parts whose tax was rounded to 0.
 */
function basesOf({ taxes, base }: Rate, nets: readonly number[]): number[] {
  const taxed = nets.map((net, i) => ((taxes[i] ?? 0) > 0 ? net : 0));
  const missing = base - sumOf(taxed);
  const others = nets.map((net, i) => ((taxes[i] ?? 0) > 0 ? 0 : net));
  if (missing <= 0 || others.every((net) => net === 0)) return taxed;
  const shares = allocate(missing, others);
  return taxed.map((net, i) => net + (shares[i] ?? 0));
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
