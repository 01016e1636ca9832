import { addressLines } from "@vetrina/commerce/addresses";
import { formatMinor } from "@vetrina/commerce/money";
import type { Address } from "@vetrina/contract/common";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import { paperOf } from "../../platform/pdf/paper.ts";

export type InvoiceStore = Pick<StoreRef, "locale" | "timeZone" | "country"> & {
  name: string;
  contact: { email: string; address: readonly string[] };
  vatId: string | null;
};

/** Every text and number of an invoice, formatted. */
export type InvoiceContent = {
  /** The language of its text (BCP 47). */
  language: string;
  paper: "A4" | "LETTER";
  number: string;
  store: { name: string; lines: string[] };
  /** Shown at the top: dates and the payment. */
  facts: { label: string; value: string }[];
  addresses: { label: string; lines: string[] }[];
  items: { name: string; detail: string; quantity: string; price: string; total: string }[];
  sums: { label: string; value: string; strong?: true }[];
  note: string | null;
  /** The line at the bottom. */
  thanks: string;
};

/** The content of a paid order's invoice. The invoice number is the order number. */
export function invoiceContent(
  order: OrderRow & { paid_at: Date | null },
  items: readonly OrderItemRow[],
  store: InvoiceStore,
): InvoiceContent {
  const { locale } = store;
  const money = (minor: number) => formatMinor(minor, order.currency, locale);
  const count = new Intl.NumberFormat(locale);
  const bill = order.billing_address ?? order.shipping_address;
  return {
    language: locale.startsWith("en") ? locale : "en",
    paper: paperOf(store.country),
    number: order.order_number,
    store: {
      name: store.name,
      lines: [
        ...store.contact.address,
        store.contact.email,
        ...(store.vatId === null ? [] : [vatIdLine(store.vatId)]),
      ],
    },
    facts: factsOf(order, store),
    addresses: [
      addressOf("Bill to", bill, locale, [
        ...(order.email === null ? [] : [order.email]),
        ...(order.vat_id === null ? [] : [vatIdLine(order.vat_id)]),
      ]),
      addressOf("Ship to", order.shipping_address, locale, []),
    ].filter(({ lines }) => lines.length > 0),
    items: items.map((item) => ({
      name: item.name,
      detail: [item.variant_name, item.sku === null ? null : `SKU ${item.sku}`]
        .filter(Boolean)
        .join(" · "),
      quantity: count.format(item.quantity),
      price: money(item.price_minor),
      total: money(item.total_minor),
    })),
    sums: sumsOf(order, money, locale),
    note: order.note,
    thanks: `Thank you for shopping with ${store.name}.`,
  };
}

function factsOf(order: OrderRow, { locale, timeZone }: InvoiceStore): InvoiceContent["facts"] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone });
  const isTest = order.payment_environment === "TEST";
  const paid = order.paid_at === null || isTest ? null : format.format(order.paid_at);
  return [
    { label: "Order number", value: order.order_number },
    { label: "Order date", value: format.format(order.created_at) },
    ...(paid === null ? [] : [{ label: "Paid", value: paid }]),
    ...(order.payment_name === null
      ? []
      : [{ label: "Payment method", value: order.payment_name }]),
    { label: "Status", value: statusOf(order) },
  ];
}

function statusOf(order: OrderRow): string {
  if (order.payment_environment === "TEST") return "Test order, not paid";
  if (order.payment_state === "refunded") return "Refunded";
  return order.cancelled_at === null ? "Paid in full" : "Paid, canceled";
}

function addressOf(
  label: string,
  address: Address | null,
  locale: string,
  further: readonly string[],
): { label: string; lines: string[] } {
  const lines = address === null ? [] : postalLines(address, locale);
  return { label, lines: [...lines, ...further] };
}

function vatIdLine(vatId: string): string {
  return `VAT ID ${vatId}`;
}

function postalLines(address: Address, locale: string): string[] {
  const country = new Intl.DisplayNames(locale, { type: "region" }).of(address.country);
  const lines = addressLines(address, country ?? address.country);
  return address.phone ? [...lines, address.phone] : lines;
}

function sumsOf(
  order: OrderRow,
  money: (minor: number) => string,
  locale: string,
): InvoiceContent["sums"] {
  const { discount_minor: discount, discount_code: code, shipping_method: method } = order;
  const taxes = taxesOf(order, money, locale);
  return [
    { label: "Subtotal", value: money(order.subtotal_minor) },
    ...(discount > 0
      ? [{ label: code === null ? "Discount" : `Discount (${code})`, value: money(-discount) }]
      : []),
    {
      label: method === null ? "Shipping" : `Shipping (${method})`,
      value: order.shipping_minor === 0 ? "Free" : money(order.shipping_minor),
    },
    ...taxes
      .filter(({ isIncluded }) => !isIncluded)
      .map(({ label, amount }) => ({ label, value: money(amount) })),
    { label: `Total ${order.currency}`, value: money(order.total_minor), strong: true },
    ...taxes
      .filter(({ isIncluded }) => isIncluded)
      .map(({ label, amount }) => ({ label: `Included ${label}`, value: money(amount) })),
    ...(order.price_trace?.some(({ kind }) => kind === "REVERSE_CHARGE") === true
      ? [{ label: "Reverse charge: the recipient owes the VAT", value: money(0) }]
      : []),
  ];
}

/** One for each rate, with what it was taken of. Orders from before rates were kept have one for all. */
function taxesOf(order: OrderRow, money: (minor: number) => string, locale: string) {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const isOnly = order.price_trace?.filter(({ kind }) => kind === "TAX").length === 1;
  if (order.price_trace !== null)
    return order.price_trace.flatMap((step) => {
      if (step.kind !== "TAX") return [];
      const rate = percent.format(step.basisPoints / 10_000);
      const label = `${step.name} (${isOnly ? rate : `${rate} of ${money(step.base)}`})`;
      return [{ label, amount: step.amount, isIncluded: step.isIncluded }];
    });
  const rate = order.tax_basis_points;
  if (order.tax_minor === 0 && rate === 0) return [];
  const label = rate === null ? "Tax" : `Tax (${percent.format(rate / 10_000)})`;
  return [{ label, amount: order.tax_minor, isIncluded: false }];
}
