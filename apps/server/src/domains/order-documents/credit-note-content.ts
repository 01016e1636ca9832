import { formatMinor } from "@vetrina/commerce/money";
import type { CreditNote, Credited, Invoiced } from "@vetrina/commerce/orders/credit-notes";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import type { RefundLineRow, RefundRow } from "../refunds/refund-rows.ts";
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
import { documentWords, fill, labeled } from "./document-words.ts";

/** The data of a credit note. `invoice`: the invoice that it corrects. */
export type CreditNoteFacts = {
  order: OrderRow;
  items: readonly OrderItemRow[];
  refund: RefundRow;
  lines: readonly RefundLineRow[];
  invoiced: Invoiced;
  invoice: Issued;
  note: CreditNote;
};

/** Writes a credit note in the order's language. Its amounts are positive: what the buyer gets back. */
export async function creditNoteContent(
  facts: CreditNoteFacts,
  store: DocumentStore,
  issued: Issued,
): Promise<DocumentContent> {
  const { order, refund, invoice } = facts;
  const { locale, words } = await documentWords(store.locale, order.language);
  const money = (minor: number) => formatMinor(minor, order.currency, locale);
  const written = { locale, words, money };
  const day = (at: Date) => dayOf(at, locale, store.timeZone);
  const rows = rowsOf(facts, written);
  return {
    ...contentOf(order, store, written, { kind: "creditNote", number: issued.number }),
    facts: [
      { label: words.number, value: issued.number },
      { label: words.issued, value: day(issued.at) },
      { label: words.invoice, value: invoice.number },
      { label: words.orderNumber, value: order.order_number },
      ...(refund.completed_at === null
        ? []
        : [{ label: words.refundedOn, value: day(refund.completed_at) }]),
      ...(order.payment_name === null
        ? []
        : [{ label: words.paymentMethod, value: paymentNameIn(locale, order.payment_name) }]),
    ],
    items: rows.map(({ item }) => item),
    sums: sumsOf(facts, rows, written),
    note: null,
    thanks: fill(words.corrects, { number: invoice.number, date: day(invoice.at) }),
  };
}

/**
 * A row of the credit note's table. `list` is the full price of the units. `kept` is the amount that the store keeps
 * after the discount, such as a fee.
 */
type Row = {
  item: DocumentContent["items"][number];
  list: number;
  discount: number;
  kept: number;
};

function rowsOf(facts: CreditNoteFacts, written: Written): Row[] {
  const { order, lines, note, invoiced } = facts;
  const { words, money } = written;
  const rows = lines.flatMap((line, i) => {
    const credited = note.lines[i];
    const item = facts.items.find(({ id }) => id === line.order_item_id);
    return item === undefined || credited === undefined
      ? []
      : [lineRow(line, item, { credited, invoiced, written })];
  });
  if (note.rest.amountMinor === 0) return rows;
  const net = netOf(note.rest, invoiced);
  const item = {
    name: words.partialRefund,
    detail: labeled(words.orderNumber, order.order_number),
    quantity: "",
    price: "",
    total: money(net),
  };
  return [...rows, { item, list: net, discount: 0, kept: 0 }];
}

function lineRow(
  line: RefundLineRow,
  item: OrderItemRow,
  { credited, invoiced, written }: { credited: Credited; invoiced: Invoiced; written: Written },
): Row {
  const { locale, words, money } = written;
  const list = item.price_minor * line.quantity;
  const net = netOf(credited, invoiced);
  const tax = credited.taxes.reduce((all, each) => all + each, 0);
  const isWhole = credited.amountMinor >= line.share_minor;
  const discount = Math.max(0, list - (isWhole ? net : shareOf(line, credited, net)));
  return {
    item: {
      name: item.name,
      detail: detailOf(item, [
        ...(discount > 0 ? [labeled(words.discount, money(-discount))] : []),
        ...(tax > 0 ? [labeled(words.tax, money(tax))] : []),
      ]),
      quantity: new Intl.NumberFormat(locale).format(line.quantity),
      price: money(item.price_minor),
      total: money(list),
    },
    list,
    discount,
    kept: list - discount - net,
  };
}

/** Returns the refunded units' share of the line, without added tax. The refund may return less than this share. */
function shareOf(line: RefundLineRow, { amountMinor }: Credited, net: number): number {
  return amountMinor === 0 ? line.share_minor : Math.round((line.share_minor * net) / amountMinor);
}

/** Returns the amount without the tax that was added to it. */
function netOf({ amountMinor, taxes }: Credited, { rates }: Invoiced): number {
  return rates.reduce(
    (net, { isIncluded }, i) => net - (isIncluded ? 0 : (taxes[i] ?? 0)),
    amountMinor,
  );
}

function sumsOf(
  { order, note, invoiced }: CreditNoteFacts,
  rows: readonly Row[],
  written: Written,
): DocumentContent["sums"] {
  const { words, money } = written;
  const sum = (key: "list" | "discount" | "kept") => rows.reduce((all, row) => all + row[key], 0);
  const [discount, kept] = [sum("discount"), sum("kept")];
  const taxes = taxRows(
    invoiced.rates.flatMap((rate, i) => {
      const [amount, base] = [note.total.taxes[i] ?? 0, note.total.bases[i] ?? 0];
      return amount > 0 || base > 0 ? [{ rate, amount, base }] : [];
    }),
    written,
  );
  return [
    ...(rows.length > 0 ? [{ label: words.subtotal, value: money(sum("list")) }] : []),
    ...(discount > 0 ? [{ label: words.discount, value: money(-discount) }] : []),
    ...(kept === 0 ? [] : [{ label: words.notRefunded, value: money(-kept) }]),
    ...(note.shipping.amountMinor > 0
      ? [{ label: shippingLabel(order, words), value: money(netOf(note.shipping, invoiced)) }]
      : []),
    ...taxes.added,
    {
      label: fill(words.total, { currency: order.currency }),
      value: money(note.total.amountMinor),
      strong: true,
    },
    ...taxes.included,
    ...reverseChargeRows(order, written),
  ];
}
