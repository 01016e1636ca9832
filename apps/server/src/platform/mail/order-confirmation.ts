import { formatMoney } from "@vetrina/commerce/money";
import type { Address } from "@vetrina/contract/common";
import type { OrderWithItems } from "@vetrina/contract/orders";
import type { Block, MailContent, Row } from "./compose.ts";
import type { Sender } from "./sender.ts";

/** The mail for a paid order. Its link names the order alone, never the address. */
export function orderConfirmationMail(order: OrderWithItems, store: Sender): MailContent {
  const number = order.orderNumber;
  const money = (amount: number) => formatMoney(amount, order.currency, store.locale);
  return {
    subject: `Your order ${number} from ${store.name}`,
    preview: `Order ${number}, ${money(order.total)}. We write again when it is on its way.`,
    heading: "Thank you for your order",
    blocks: [
      { kind: "text", text: `We have received order ${number} and your payment.` },
      { kind: "rows", rows: order.items.map((item) => lineOf(item, money)) },
      { kind: "rows", rows: sumsOf(order, money) },
      ...deliveryOf(order, store),
      {
        kind: "button",
        label: "Track your order",
        href: `${store.origin}/order-tracking?order=${encodeURIComponent(number)}`,
      },
    ],
    reason: `You get this mail because you ordered from ${store.name} with this address. Answer it if anything is not right.`,
  };
}

type Money = (amount: number) => string;

function lineOf(item: OrderWithItems["items"][number], money: Money): Row {
  return {
    label: item.name,
    detail: `${item.variantName}, ${item.quantity} × ${money(item.price)}`,
    value: money(item.total),
  };
}

function sumsOf(order: OrderWithItems, money: Money): Row[] {
  const { discount, discountCode, shippingMethod } = order;
  const code = discountCode === null ? "Discount" : `Discount (${discountCode})`;
  const method = shippingMethod === null ? "Shipping" : `Shipping (${shippingMethod})`;
  return [
    { label: "Subtotal", value: money(order.subtotal) },
    ...(discount > 0 ? [{ label: code, value: money(-discount) }] : []),
    { label: method, value: order.shipping === 0 ? "Free" : money(order.shipping) },
    { label: "Tax", value: money(order.tax) },
    { label: "Total", value: money(order.total), strong: true },
    ...(order.payment === null ? [] : [{ label: "Paid with", value: order.payment }]),
  ];
}

function deliveryOf({ delivery, shippingAddress }: OrderWithItems, store: Sender): Block[] {
  const blocks: Block[] = [];
  if (delivery !== null)
    blocks.push({ kind: "lines", title: "Delivery", lines: [dates(delivery, store.locale)] });
  if (shippingAddress !== null)
    blocks.push({
      kind: "lines",
      title: "Shipping address",
      lines: addressLines(shippingAddress, store.locale),
    });
  return blocks;
}

function dates({ from, to }: { from: string; to: string }, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return format.formatRange(new Date(from), new Date(to));
}

function addressLines(address: Address, locale: string): string[] {
  const country = new Intl.DisplayNames(locale, { type: "region" }).of(address.country);
  const place = [address.city, address.region, address.postalCode].filter(Boolean).join(", ");
  return [address.name, address.address, address.address2, place, country].filter(
    (line): line is string => line !== undefined && line !== "",
  );
}
