import { trackingPage } from "@vetrina/commerce/orders/tracking";
import type { Block, MailContent, Row } from "../../platform/mail/compose.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import { plainLine } from "../../platform/mail/plain-words.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { orderButton } from "../order-records/mails.ts";
import { pictureOf, postalLines } from "../order-records/order-confirmation.ts";
import type { OrderItemRow, OrderRow } from "../order-records/present-order.ts";
import { type ShipmentRow, trackingLink, unitsByItem } from "./shipment-rows.ts";

export type ShipmentMail = {
  order: OrderRow;
  /** The URL that opens the order. */
  link: string;
  shipment: ShipmentRow;
  /** Units that are in no shipment yet. */
  toCome: readonly { item: OrderItemRow; units: number }[];
};

/**
 * The email for a shipment that left, or that can be picked up: its items, carrier and tracking number, and the units
 * that are still to be shipped. For a test order, the subject and first line say so. If no real money was paid, texts
 * from the buyer and staff are shortened and lose their links, and only a known carrier's tracking page is linked.
 */
export function shippedMail(mail: ShipmentMail, store: Sender, texts: MailTexts): MailContent {
  const { order, link, shipment, toCome } = mail;
  const { shipped: t, order: of } = texts;
  const words = order.pickup === null ? t : t.ready;
  const text = words.text(order.order_number);
  const plain = isUnpaid(order) ? plainLine : (line: string) => line;
  const page = isUnpaid(order)
    ? trackingPage(shipment.carrier, shipment.trackingNumber)
    : trackingLink(shipment);
  return {
    ...headOf(
      order,
      { ...words, subject: words.subject(order.order_number, store.name), text },
      texts,
    ),
    blocks: [
      { kind: "text", text: isTest(order) ? texts.testOrder.text(order.order_number) : text },
      itemsOf(shipment, store),
      ...parcelOf(shipment, t, plain),
      ...(page === null ? [] : [{ kind: "button" as const, label: t.track, href: page }]),
      ...destinationOf(order, store, of, plain),
      ...comingOf(toCome, t),
      orderButton(link, texts),
    ],
    reason: of.reason(store.name),
  };
}

/** Writes the email for a shipment that arrived. */
export function deliveredMail(mail: ShipmentMail, store: Sender, texts: MailTexts): MailContent {
  const { order, link, shipment, toCome } = mail;
  const { delivered: t, shipped, order: of } = texts;
  const number = order.order_number;
  const text = t.text(number);
  return {
    ...headOf(order, { subject: t.subject(number, store.name), heading: t.heading, text }, texts),
    blocks: [
      { kind: "text", text: isTest(order) ? texts.testOrder.text(number) : text },
      itemsOf(shipment, store),
      ...comingOf(toCome, shipped),
      orderButton(link, texts),
      {
        kind: "button",
        label: of.returnItem,
        href: `${store.origin}/returns?begin=1&order=${encodeURIComponent(number)}`,
      },
    ],
    reason: of.reason(store.name),
  };
}

function isTest(order: OrderRow): boolean {
  return order.payment_environment === "TEST";
}

function isUnpaid(order: OrderRow): boolean {
  return isTest(order) || order.total_minor === 0;
}

function headOf(
  order: OrderRow,
  { subject, heading, text }: { subject: string; heading: string; text: string },
  { testOrder }: MailTexts,
): Pick<MailContent, "subject" | "preview" | "heading"> {
  if (!isTest(order)) return { subject, heading, preview: text };
  const preview = testOrder.text(order.order_number);
  return { subject: `${testOrder.mark}: ${subject}`, heading, preview };
}

function itemsOf({ lines }: ShipmentRow, { origin, locale }: Sender): Block {
  const count = new Intl.NumberFormat(locale);
  const rows: Row[] = [];
  for (const { name, variantName, quantity, image } of unitsByItem(lines)) {
    const row = { label: name, detail: variantName, value: `× ${count.format(quantity)}` };
    rows.push({ ...row, ...pictureOf(image, origin) });
  }
  return { kind: "rows", rows };
}

function parcelOf(
  { carrier, trackingNumber }: ShipmentRow,
  t: MailTexts["shipped"],
  plain: (line: string) => string,
): Block[] {
  const rows: Row[] = [
    ...(carrier === null ? [] : [{ label: t.carrier, value: plain(carrier) }]),
    ...(trackingNumber === null ? [] : [{ label: t.trackingNumber, value: plain(trackingNumber) }]),
  ];
  return rows.length === 0 ? [] : [{ kind: "rows", rows, close: true }];
}

function destinationOf(
  { pickup, shipping_address: address }: OrderRow,
  store: Sender,
  t: MailTexts["order"],
  plain: (line: string) => string,
): Block[] {
  if (pickup !== null) {
    const lines = [pickup.locationName, pickup.address].filter((line) => line !== "");
    return [{ kind: "lines", title: t.pickup, lines: lines.map(plain) }];
  }
  if (address === null) return [];
  const lines = postalLines(address, store.locale).map(plain);
  return [{ kind: "lines", title: t.shippingAddress, lines }];
}

function comingOf(toCome: ShipmentMail["toCome"], t: MailTexts["shipped"]): Block[] {
  if (toCome.length === 0) return [];
  const lines = toCome.map(({ item, units }) => `${units} × ${item.name}, ${item.variant_name}`);
  return [{ kind: "lines", title: t.toCome, lines }];
}
