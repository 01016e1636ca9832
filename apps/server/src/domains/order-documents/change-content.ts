import { formatMinor } from "@vetrina/commerce/money";
import type { InvoicedChange } from "@vetrina/commerce/orders/invoiced-changes";
import type { OrderRow } from "../order-records/present-order.ts";
import {
  contentOf,
  dayOf,
  detailOf,
  type DocumentContent,
  type DocumentStore,
  type Issued,
  reverseChargeRows,
  shippingLabel,
  taxRows,
  type Written,
} from "./document-content.ts";
import { documentWords, fill } from "./document-words.ts";

export type ChangeFacts = {
  kind: "invoice" | "creditNote";
  order: OrderRow;
  /** The order change. For a credit note its amounts are negated, so that what the buyer gets back is positive. */
  change: InvoicedChange;
  /** The invoice that the document supplements or corrects. */
  invoice: Issued;
};

/** Writes the invoice or credit note for a change made after the order's first invoice, in the order's language. */
export async function changeContent(
  { kind, order, change, invoice }: ChangeFacts,
  store: DocumentStore,
  issued: Issued,
): Promise<DocumentContent> {
  const { locale, words } = await documentWords(store.locale, order.language);
  const money = (minor: number) => formatMinor(minor, order.currency, locale);
  const written = { locale, words, money };
  const count = new Intl.NumberFormat(locale);
  const day = (at: Date) => dayOf(at, locale, store.timeZone);
  return {
    ...contentOf(order, store, written, { kind, number: issued.number }),
    facts: [
      { label: words.number, value: issued.number },
      { label: words.issued, value: day(issued.at) },
      { label: words.invoice, value: invoice.number },
      { label: words.orderNumber, value: order.order_number },
    ],
    items: change.rows.map((row) => ({
      name: row.name,
      detail: detailOf({ variant_name: row.variantName, sku: row.sku }),
      quantity: count.format(row.quantity),
      price: money(row.priceMinor),
      total: money(row.totalMinor),
    })),
    sums: sumsOf(order, change, written),
    note: null,
    thanks: fill(kind === "invoice" ? words.addsTo : words.corrects, {
      number: invoice.number,
      date: day(invoice.at),
    }),
  };
}

function sumsOf(
  order: OrderRow,
  { amounts, rows, ...sums }: InvoicedChange,
  written: Written,
): DocumentContent["sums"] {
  const { words, money } = written;
  const taxes = taxRows(
    amounts.rates.flatMap((rate, i) => {
      const sumOf = (key: "taxes" | "bases") =>
        amounts.parts.reduce((sum, part) => sum + (part[key][i] ?? 0), 0);
      const [amount, base] = [sumOf("taxes"), sumOf("bases")];
      return amount === 0 && base === 0 ? [] : [{ rate, amount, base }];
    }),
    written,
  );
  const { discountMinor, shippingMinor } = sums;
  return [
    ...(rows.length > 0 ? [{ label: words.subtotal, value: money(sums.subtotalMinor) }] : []),
    ...(discountMinor === 0 ? [] : [{ label: words.discount, value: money(-discountMinor) }]),
    ...(shippingMinor === 0
      ? []
      : [{ label: shippingLabel(order, words), value: money(shippingMinor) }]),
    ...taxes.added,
    {
      label: fill(words.total, { currency: order.currency }),
      value: money(sums.totalMinor),
      strong: true,
    },
    ...taxes.included,
    ...reverseChargeRows(order, written),
  ];
}
