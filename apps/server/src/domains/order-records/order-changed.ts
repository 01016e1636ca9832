import { isDeepStrictEqual } from "node:util";
import { formatMoney } from "@vetrina/commerce/money";
import type { Address } from "@vetrina/contract/common";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Block, MailContent } from "../../platform/mail/compose.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import type { BeforeChanges } from "../../platform/mail/mail-kinds.ts";
import { timeWithZone } from "../../platform/mail/mail-time.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { orderButton } from "./mails.ts";
import {
  deliveryOf,
  orderRow,
  postalLines,
  type Sums,
  sumsOf,
  writtenOf,
} from "./order-confirmation.ts";

export type ChangedOrderFacts = {
  /** open: the change applies once `due` is paid. */
  state: "open" | "applied";
  due: number;
  refund: number;
  /** The order's lines and amounts after the change. */
  changed: Pick<OrderWithItems, "items"> & Omit<Sums, "payment">;
  /** null: the order's links were revoked since. */
  link: string | null;
  isTest: boolean;
  /** Whether an invoice for the additional cost is attached. */
  hasInvoice: boolean;
  /** Whether a credit note for the returned amount is attached. */
  hasCreditNote: boolean;
  /** What the buyer changed; null if staff changed the order. */
  byBuyer: BuyerChanged | null;
};

export type BuyerChanged = {
  items: { name: string; from: string; to: string }[];
  /** The former address; null if it wasn't changed or there was none. */
  address: Address | null;
  /** Whether a size or the address was changed back, so that it doesn't differ anymore. */
  isUndone: boolean;
};

/** Returns what differs now from the values before the buyer's changes, and whether some of them were undone. */
export function changedByBuyer(
  { items, shippingAddress }: Pick<OrderWithItems, "items" | "shippingAddress">,
  before: BeforeChanges,
): BuyerChanged {
  const once = items.flatMap(({ id, name, variantName: to }) => {
    const from = before.items[id];
    return from === undefined ? [] : [{ name, from, to }];
  });
  const changed = once.filter(({ from, to }) => from !== to);
  const { address = shippingAddress } = before;
  const isMoved = !isDeepStrictEqual(address, shippingAddress);
  const isMovedBack = before.address !== undefined && !isMoved;
  return {
    items: changed,
    address: isMoved ? address : null,
    isUndone: changed.length < once.length || isMovedBack,
  };
}

/** Writes the email about a change to an order: its new items and sums, and the amount due or refunded. */
export function orderChangedMail(
  order: OrderWithItems,
  store: Sender,
  texts: MailTexts,
  {
    state,
    due,
    refund,
    changed,
    link,
    isTest,
    hasInvoice,
    hasCreditNote,
    byBuyer,
  }: ChangedOrderFacts,
): MailContent {
  const { orderChanged: t, orderRefunded, order: of, testOrder } = texts;
  const number = order.orderNumber;
  const money = (amount: number) => formatMoney(amount, order.currency, store.locale);
  const buttonTo = (href: string): Block =>
    due > 0
      ? { kind: "button", label: t.pay(money(due)), href, spelled: true }
      : orderButton(href, texts);
  const isUnpaid = isTest || order.total === 0;
  const until = order.openChange?.expiresAt;
  const isOpen = state === "open" && until !== undefined;
  const subject = isOpen
    ? t.open.subject(number, store.name, money(due))
    : t.subject(number, store.name);
  const text = isOpen
    ? t.open.text(number, money(due), timeWithZone(store, new Date(until)))
    : t.text(number);
  return {
    subject: isTest ? `${testOrder.mark}: ${subject}` : subject,
    preview: text,
    heading: isOpen ? t.open.heading : t.heading,
    blocks: [
      { kind: "text", text },
      ...(isTest ? [{ kind: "text", text: testOrder.text(number) } as const] : []),
      ...(refund > 0 && !isTest ? [{ kind: "text", text: t.refund(money(refund)) } as const] : []),
      ...(due > 0 && !isOpen ? [{ kind: "text", text: t.due(money(due)) } as const] : []),
      {
        kind: "rows",
        rows: changed.items.map((item) => orderRow(item, store, money)),
      },
      {
        kind: "rows",
        rows: sumsOf({ ...changed, payment: null }, money, of, writtenOf(isUnpaid)),
        close: true,
      },
      ...(hasInvoice ? [{ kind: "text", text: of.invoiceAttached } as const] : []),
      ...(hasCreditNote ? [{ kind: "text", text: orderRefunded.creditNoteAttached } as const] : []),
      ...(byBuyer?.items ?? []).map(
        ({ name, from, to }) =>
          ({ kind: "lines", title: name, lines: [t.before(from), t.now(to)] }) as const,
      ),
      ...(isOpen ? [] : deliveryOf(order, store, of, isUnpaid)),
      ...(byBuyer?.address
        ? [
            {
              kind: "lines",
              title: t.formerAddress,
              lines: postalLines(byBuyer.address, store.locale).map(writtenOf(isUnpaid)),
            } as const,
          ]
        : []),
      ...(byBuyer?.isUndone === true ? [{ kind: "text", text: t.undone } as const] : []),
      ...(byBuyer === null ? [] : [{ kind: "text", text: t.notYou } as const]),
      ...(link === null ? [] : [buttonTo(link)]),
    ],
    reason: of.reason(store.name),
  };
}
