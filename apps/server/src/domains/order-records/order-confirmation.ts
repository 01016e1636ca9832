import { addressLines } from "@vetrina/commerce/addresses/addresses";
import { keptFormat } from "@vetrina/commerce/kept-format";
import { formatMoney } from "@vetrina/commerce/money";
import type { Address } from "@vetrina/contract/common";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Block, MailContent, Row } from "../../platform/mail/compose.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import { plainLine } from "../../platform/mail/plain-words.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { paymentNameIn } from "./payment-names.ts";

/**
 * Writes the email that confirms a paid order. `link` opens the order. For a test order, the subject and the first line
 * say so. If no real money was paid, addresses and the names of shipping methods are shortened and contain no links.
 */
export function orderConfirmationMail(
  order: OrderWithItems,
  store: Sender,
  { order: t, testOrder }: MailTexts,
  { link, isTest, hasInvoice }: { link: string; isTest: boolean; hasInvoice: boolean },
): MailContent {
  const isUnpaid = isTest || order.total === 0;
  const written = writtenOf(isUnpaid);
  const subject = t.subject(order.orderNumber, store.name);
  const number = order.orderNumber;
  const payment = order.payment === null ? null : paymentNameIn(store.locale, order.payment);
  const money = (amount: number) => formatMoney(amount, order.currency, store.locale);
  return {
    subject: isTest ? `${testOrder.mark}: ${subject}` : subject,
    preview: isTest ? testOrder.text(number) : t.preview(number, money(order.total)),
    heading: t.heading,
    blocks: [
      { kind: "text", text: isTest ? testOrder.text(number) : t.text(number) },
      { kind: "rows", rows: order.items.map((item) => orderRow(item, store, money)) },
      { kind: "rows", rows: sumsOf({ ...order, payment }, money, t, written), close: true },
      ...(hasInvoice ? [{ kind: "text", text: t.invoiceAttached } as const] : []),
      ...deliveryOf(order, store, t, isUnpaid),
      { kind: "button", label: t.track, href: link },
    ],
    reason: t.reason(store.name),
  };
}

type Texts = MailTexts["order"];
type Money = (amount: number) => string;
/** Formats text from the store or the buyer for the email. If no real money was paid, shortens it and breaks links. */
type Written = (line: string) => string;

export function writtenOf(isUnpaid: boolean): Written {
  return isUnpaid ? plainLine : (line) => line;
}

/** Returns the email's row for a line of an order, with a picture of the item. */
export function orderRow(
  item: Pick<
    OrderWithItems["items"][number],
    "name" | "variantName" | "quantity" | "price" | "total" | "image"
  >,
  { origin }: Sender,
  money: Money,
  { quantity = item.quantity, amount = item.total } = {},
): Row {
  return {
    label: item.name,
    detail: `${item.variantName}, ${quantity} × ${money(item.price)}`,
    value: money(amount),
    ...pictureOf(item.image, origin),
  };
}

/** Returns the picture's URL at the host that the email's links use. Pictures from other websites are left out. */
export function pictureOf(image: string | null, origin: string): Pick<Row, "image"> {
  return image?.startsWith("/media/") === true ? { image: origin + image } : {};
}

export type Sums = Pick<
  OrderWithItems,
  | "subtotal"
  | "discount"
  | "discountCode"
  | "shipping"
  | "shippingMethod"
  | "tax"
  | "taxIncluded"
  | "total"
  | "trace"
  | "payment"
>;

/** Returns the rows of the amounts that make up an order's total. */
export function sumsOf(order: Sums, money: Money, t: Texts, written: Written): Row[] {
  const { discount, discountCode, shippingMethod } = order;
  const code = discountCode === null ? t.discount : `${t.discount} (${discountCode})`;
  const method =
    shippingMethod === null ? t.shipping : `${t.shipping} (${written(shippingMethod)})`;
  return [
    { label: t.subtotal, value: money(order.subtotal) },
    ...(discount > 0 ? [{ label: code, value: money(-discount) }] : []),
    { label: method, value: order.shipping === 0 ? t.free : money(order.shipping) },
    ...(order.tax > 0 ? [{ label: t.tax, value: money(order.tax) }] : []),
    { label: t.total, value: money(order.total), strong: true },
    ...(order.taxIncluded > 0 ? [{ label: t.taxIncluded, value: money(order.taxIncluded) }] : []),
    ...(order.trace.some(({ kind }) => kind === "REVERSE_CHARGE")
      ? [{ label: t.reverseCharge, value: money(0) }]
      : []),
    ...(order.payment === null ? [] : [{ label: t.paidWith, value: order.payment }]),
  ];
}

/** Returns when and where an order arrives. If no real money was paid, addresses are shortened and contain no links. */
export function deliveryOf(
  { delivery, pickup, shippingAddress }: OrderWithItems,
  store: Sender,
  t: Texts,
  isUnpaid: boolean,
): Block[] {
  const written = writtenOf(isUnpaid);
  const blocks: Block[] = [];
  const days = delivery === null ? [] : [dates(delivery, store.locale)];
  if (pickup !== null) {
    const place = [pickup.locationName, pickup.address].filter((line) => line !== "");
    blocks.push({ kind: "lines", title: t.pickup, lines: [...place.map(written), ...days] });
  } else if (days.length > 0) blocks.push({ kind: "lines", title: t.delivery, lines: days });
  if (shippingAddress !== null)
    blocks.push({
      kind: "lines",
      title: t.shippingAddress,
      lines: postalLines(shippingAddress, store.locale).map(written),
    });
  return blocks;
}

function dates({ from, to }: { from: string; to: string }, locale: string): string {
  const format = keptFormat(
    `short day ${locale}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        weekday: "short",
        day: "numeric",
        month: "short",
        timeZone: "UTC",
      }),
  );
  return format.formatRange(new Date(from), new Date(to));
}

/** Returns the lines of an address, with the country's name in the email's language. */
export function postalLines(address: Address, locale: string): string[] {
  const names = keptFormat(
    `countries ${locale}`,
    () => new Intl.DisplayNames(locale, { type: "region" }),
  );
  return addressLines(address, names.of(address.country) ?? address.country);
}
