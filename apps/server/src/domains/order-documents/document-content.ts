import { addressLines } from "@vetrina/commerce/addresses/addresses";
import type { InvoicedRate } from "@vetrina/commerce/orders/credit-notes";
import type { Address } from "@vetrina/contract/common";
import { paperOf } from "../../platform/pdf/paper.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import { fill, labeled } from "./document-words.ts";
import type { DocumentWords } from "./languages/en.ts";

export type DocumentStore = Pick<StoreRef, "locale" | "timeZone" | "country"> & {
  name: string;
  contact: { email: string; address: readonly string[] };
  vatId: string | null;
};

/** All texts and numbers of an invoice or credit note, formatted for printing. */
export type DocumentContent = {
  /** The language of the document's text, as a BCP 47 tag. */
  language: string;
  paper: "A4" | "LETTER";
  /** The title in capitals, e.g. INVOICE. */
  title: string;
  /** The title with its number, e.g. Invoice 2026-000012. */
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
  /** Labeled values at the top, such as dates and the payment method. */
  facts: { label: string; value: string }[];
  addresses: { label: string; lines: string[] }[];
  items: { name: string; detail: string; quantity: string; price: string; total: string }[];
  sums: { label: string; value: string; strong?: true }[];
  note: string | null;
  /** The closing line below the totals. */
  thanks: string;
};

/** An issued document's number and date of issue. */
export type Issued = { number: string; at: Date };

/** The locale and words of a document, and the function that formats its amounts. */
export type Written = {
  locale: string;
  words: DocumentWords;
  money: (minor: number) => string;
};

/** Writes the parts that all documents of an order share: store, buyer and table header. */
export function contentOf(
  order: OrderRow,
  store: DocumentStore,
  { locale, words }: Written,
  { kind, number }: { kind: "invoice" | "creditNote"; number: string },
): Omit<DocumentContent, "facts" | "items" | "sums" | "note" | "thanks"> {
  const bill = order.billing_address ?? order.shipping_address;
  return {
    language: locale,
    paper: paperOf(store.country),
    title: words[kind].toLocaleUpperCase(locale),
    name: labeled(words[kind], number),
    subject: labeled(words.orderNumber, order.order_number),
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
        ...(store.vatId === null ? [] : [labeled(words.vatId, store.vatId)]),
      ],
    },
    addresses: [
      addressOf(words.billTo, bill, locale, [
        ...(order.email === null ? [] : [order.email]),
        ...(order.vat_id === null ? [] : [labeled(words.vatId, order.vat_id)]),
      ]),
      addressOf(words.shipTo, order.shipping_address, locale, []),
    ].filter(({ lines }) => lines.length > 0),
  };
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

/** Returns the line below an item's name: its variant, SKU and `further` details. */
export function detailOf(
  item: Pick<OrderItemRow, "variant_name" | "sku">,
  further: readonly string[] = [],
): string {
  const sku = item.sku === null ? null : `SKU ${item.sku}`;
  return [item.variant_name, sku, ...further].filter(Boolean).join(" · ");
}

/** Formats a date in the store's time zone. */
export function dayOf(at: Date, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }).format(at);
}

export function shippingLabel({ shipping_method: method }: OrderRow, words: DocumentWords): string {
  return method === null ? words.shipping : fill(words.shippingWith, { method });
}

/** Returns a label such as VAT (22%), or VAT (22% of $80.00) if there are several rates. */
export function taxLabel(
  { name, basisPoints }: InvoicedRate,
  base: number,
  { isOnly, locale, words, money }: Written & { isOnly: boolean },
): string {
  const tax = name === "" ? words.tax : name;
  if (basisPoints === null) return tax;
  const format = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const rate = format.format(basisPoints / 10_000);
  return `${tax} (${isOnly ? rate : fill(words.rateOf, { rate, base: money(base) })})`;
}

/** Returns the tax rows. Added taxes are listed before the total, included taxes after it. */
export function taxRows(
  taxes: readonly { rate: InvoicedRate; amount: number; base: number }[],
  written: Written,
): { added: DocumentContent["sums"]; included: DocumentContent["sums"] } {
  const { words, money } = written;
  const rows = taxes.map(({ rate, amount, base }) => ({
    isIncluded: rate.isIncluded,
    label: taxLabel(rate, base, { ...written, isOnly: taxes.length === 1 }),
    value: money(amount),
  }));
  return {
    added: rows
      .filter(({ isIncluded }) => !isIncluded)
      .map(({ label, value }) => ({ label, value })),
    included: rows
      .filter(({ isIncluded }) => isIncluded)
      .map(({ label, value }) => ({ label: fill(words.included, { tax: label }), value })),
  };
}

/** Returns the reverse charge row, which says that the buyer owes the tax; empty if reverse charge doesn't apply. */
export function reverseChargeRows(order: OrderRow, { words, money }: Written) {
  const isReversed = order.price_trace?.some(({ kind }) => kind === "REVERSE_CHARGE") === true;
  return isReversed ? [{ label: words.reverseCharge, value: money(0) }] : [];
}
