import { documentWords, fill } from "./document-words.ts";
import type { DocumentWords } from "./languages/en.ts";
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
  /** In capitals, e.g. INVOICE. */
  title: string;
  /** With its number, e.g. Invoice 2026-000012. */
  name: string;
  subject: string;
  heads: {
    item: string;
    quantity: string;
    unitPrice: string;
    amount: string;
    note: string;
    page: string;
  };
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

/** The number of an issued document, and the moment. */
export type Issued = { number: string; at: Date };

/**
 * The content of a paid order's invoice in the order's language. A test order's isn't issued, and has the order's
 * number.
 */
export async function invoiceContent(
  order: OrderRow,
  items: readonly OrderItemRow[],
  ofStore: InvoiceStore,
  issued: Issued | null,
): Promise<InvoiceContent> {
  const { locale, words } = await documentWords(ofStore.locale, order.language);
  const store = { ...ofStore, locale };
  const number = issued?.number ?? order.order_number;
  const money = (minor: number) => formatMinor(minor, order.currency, locale);
  const count = new Intl.NumberFormat(locale);
  const bill = order.billing_address ?? order.shipping_address;
  return {
    language: locale,
    paper: paperOf(store.country),
    title: words.invoice.toLocaleUpperCase(locale),
    name: `${words.invoice} ${number}`,
    subject: `${words.orderNumber} ${order.order_number}`,
    heads: {
      item: words.item,
      quantity: words.quantity,
      unitPrice: words.unitPrice,
      amount: words.amount,
      note: words.yourNote,
      page: words.page,
    },
    store: {
      name: store.name,
      lines: [
        ...store.contact.address,
        store.contact.email,
        ...(store.vatId === null ? [] : [`${words.vatId} ${store.vatId}`]),
      ],
    },
    facts: factsOf(order, store, words, issued),
    addresses: [
      addressOf(words.billTo, bill, locale, [
        ...(order.email === null ? [] : [order.email]),
        ...(order.vat_id === null ? [] : [`${words.vatId} ${order.vat_id}`]),
      ]),
      addressOf(words.shipTo, order.shipping_address, locale, []),
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
    sums: sumsOf(order, money, locale, words),
    note: order.note,
    thanks: fill(words.thanks, { store: store.name }),
  };
}

function factsOf(
  order: OrderRow,
  { locale, timeZone }: InvoiceStore,
  words: DocumentWords,
  issued: Issued | null,
): InvoiceContent["facts"] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone });
  const isTest = order.payment_environment === "TEST";
  const paid = order.paid_at === null || isTest ? null : format.format(order.paid_at);
  return [
    ...(issued === null
      ? []
      : [
          { label: words.number, value: issued.number },
          { label: words.issued, value: format.format(issued.at) },
        ]),
    { label: words.orderNumber, value: order.order_number },
    { label: words.orderDate, value: format.format(order.created_at) },
    ...(paid === null ? [] : [{ label: words.paid, value: paid }]),
    ...(order.payment_name === null
      ? []
      : [{ label: words.paymentMethod, value: order.payment_name }]),
    { label: words.status, value: statusOf(order, words) },
  ];
}

function statusOf(order: OrderRow, words: DocumentWords): string {
  if (order.payment_environment === "TEST") return words.testNotPaid;
  if (order.payment_state === "refunded") return words.refunded;
  return order.cancelled_at === null ? words.paidInFull : words.paidCanceled;
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

function postalLines(address: Address, locale: string): string[] {
  const country = new Intl.DisplayNames(locale, { type: "region" }).of(address.country);
  const lines = addressLines(address, country ?? address.country);
  return address.phone ? [...lines, address.phone] : lines;
}

function sumsOf(
  order: OrderRow,
  money: (minor: number) => string,
  locale: string,
  words: DocumentWords,
): InvoiceContent["sums"] {
  const { discount_minor: discount, discount_code: code, shipping_method: method } = order;
  const taxes = taxesOf(order, money, locale, words);
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
      label: method === null ? words.shipping : fill(words.shippingWith, { method }),
      value: order.shipping_minor === 0 ? words.free : money(order.shipping_minor),
    },
    ...taxes
      .filter(({ isIncluded }) => !isIncluded)
      .map(({ label, amount }) => ({ label, value: money(amount) })),
    {
      label: fill(words.total, { currency: order.currency }),
      value: money(order.total_minor),
      strong: true,
    },
    ...taxes
      .filter(({ isIncluded }) => isIncluded)
      .map(({ label, amount }) => ({
        label: fill(words.included, { tax: label }),
        value: money(amount),
      })),
    ...(order.price_trace?.some(({ kind }) => kind === "REVERSE_CHARGE") === true
      ? [{ label: words.reverseCharge, value: money(0) }]
      : []),
  ];
}

/** One for each rate, with the amount it was charged on. Orders placed before rates were stored have one for all. */
function taxesOf(
  order: OrderRow,
  money: (minor: number) => string,
  locale: string,
  words: DocumentWords,
) {
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
  const label = rate === null ? words.tax : `${words.tax} (${percent.format(rate / 10_000)})`;
  return [{ label, amount: order.tax_minor, isIncluded: false }];
}
