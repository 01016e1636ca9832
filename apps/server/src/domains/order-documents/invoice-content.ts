import { timeWithZone } from "../../platform/mail/mail-time.ts";
import { formatMinor } from "@vetrina/commerce/money";
import type { Invoiced } from "@vetrina/commerce/orders/credit-notes";
import { invoicedOf } from "../order-records/invoiced.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
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
import { paymentNameIn } from "../order-records/payment-names.ts";
import { documentWords, fill } from "./document-words.ts";

/**
 * Writes a paid order's invoice in the order's language. A test order's invoice is only a preview, with the order
 * number in place of an invoice number.
 */
export async function invoiceContent(
  order: OrderRow,
  items: readonly OrderItemRow[],
  store: DocumentStore,
  issued: Issued | null,
): Promise<DocumentContent> {
  const { locale, words } = await documentWords(store.locale, order.language);
  const money = (minor: number) => formatMinor(minor, order.currency, locale);
  const written = { locale, words, money };
  const count = new Intl.NumberFormat(locale);
  const number = issued?.number ?? order.order_number;
  return {
    ...contentOf(order, store, written, { kind: "invoice", number }),
    facts: factsOf(order, store, written, issued),
    items: items.map((item) => ({
      name: item.name,
      detail: detailOf(item),
      quantity: count.format(item.quantity),
      price: money(item.price_minor),
      total: money(item.total_minor),
    })),
    sums: sumsOf(order, invoicedOf(order, items), written),
    note: order.note,
    thanks: fill(words.thanks, { store: store.name }),
  };
}

function factsOf(
  order: OrderRow,
  { timeZone }: DocumentStore,
  written: Written,
  issued: Issued | null,
): DocumentContent["facts"] {
  const { locale, words } = written;
  const day = (at: Date) => dayOf(at, locale, timeZone);
  const isTest = order.payment_environment === "TEST";
  const paid = order.paid_at === null || isTest ? null : day(order.paid_at);
  return [
    ...(issued === null
      ? []
      : [
          { label: words.number, value: issued.number },
          { label: words.issued, value: day(issued.at) },
        ]),
    { label: words.orderNumber, value: order.order_number },
    { label: words.orderDate, value: timeWithZone({ locale, timeZone }, order.created_at) },
    ...(paid === null ? [] : [{ label: words.paid, value: paid }]),
    ...(order.payment_name === null
      ? []
      : [{ label: words.paymentMethod, value: paymentNameIn(locale, order.payment_name) }]),
    { label: words.status, value: statusOf(order, written) },
  ];
}

function statusOf(order: OrderRow, { words }: Written): string {
  if (order.payment_environment === "TEST") return words.testPayment;
  if (order.payment_state === "refunded") return words.refunded;
  return order.cancelled_at === null ? words.paidInFull : words.paidCanceled;
}

function sumsOf(
  order: OrderRow,
  { rates, parts }: Invoiced,
  written: Written,
): DocumentContent["sums"] {
  const { words, money } = written;
  const { discount_minor: discount, discount_code: code } = order;
  const taxes = taxRows(
    rates.map((rate, i) => ({
      rate,
      amount: sumOf(parts.map((part) => part.taxes[i] ?? 0)),
      base: sumOf(parts.map((part) => part.bases[i] ?? 0)),
    })),
    written,
  );
  return [
    { label: words.subtotal, value: money(order.subtotal_minor) },
    ...(discount > 0
      ? [
          {
            label: code === null ? words.discount : fill(words.discountWithCode, { code }),
            value: money(-discount),
          },
        ]
      : []),
    {
      label: shippingLabel(order, words),
      value: order.shipping_minor === 0 ? words.free : money(order.shipping_minor),
    },
    ...taxes.added,
    {
      label: fill(words.total, { currency: order.currency }),
      value: money(order.total_minor),
      strong: true,
    },
    ...taxes.included,
    ...reverseChargeRows(order, written),
  ];
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
