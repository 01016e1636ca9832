import { formatMoney } from "@vetrina/commerce/money";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Refund } from "@vetrina/contract/orders/refunds";
import type { StorePromises } from "@vetrina/contract/stores/store-facts";
import type { MailContent, Row } from "../../platform/mail/compose.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { orderButton } from "../order-records/mails.ts";
import { orderRow } from "../order-records/order-confirmation.ts";

export type RefundedOrder = {
  order: OrderWithItems;
  refund: Refund;
  isTest: boolean;
  hasCreditNote: boolean;
  /** Opens the order. */
  link: string;
  /** What the store promises. */
  refundDays: StorePromises["refundDays"];
};

/**
 * The email for a completed refund: the amount, the units and, if the store promises it, how long the refund
 * takes. If a provider declined a part, only the sum is shown.
 */
export function orderRefundedMail(
  { order, refund, isTest, refundDays, hasCreditNote, link }: RefundedOrder,
  store: Sender,
  texts: MailTexts,
): MailContent {
  const {
    orderRefunded: t,
    order: { shipping, reason },
    testOrder,
  } = texts;
  const number = order.orderNumber;
  const money = (amount: number) => formatMoney(amount, refund.currency, store.locale);
  const subject = t.subject(number, store.name);
  const text = t.text(number, money(refund.refunded));
  const days = refundDays === null ? [] : [t.days(rangeOf(refundDays))];
  const back = [t.back, ...days].join(" ");
  const isByHand = refund.transactions.every(({ provider }) => provider === null);
  const rows: Row[] =
    refund.refunded < refund.amount ? [] : partsOf(order, refund, { shipping, store, money });
  return {
    subject: isTest ? `${testOrder.mark}: ${subject}` : subject,
    preview: text,
    heading: t.heading,
    blocks: [
      { kind: "text", text },
      { kind: "text", text: isTest ? testOrder.text(number) : isByHand ? t.byHand : back },
      ...(rows.length > 0 ? [{ kind: "rows", rows } as const] : []),
      {
        kind: "rows",
        rows: [{ label: t.total, value: money(refund.refunded), strong: true }],
        close: true,
      },
      ...(hasCreditNote ? [{ kind: "text", text: t.creditNoteAttached } as const] : []),
      orderButton(link, texts),
    ],
    reason: reason(store.name),
  };
}

function rangeOf({ min, max }: { min: number; max: number }): string {
  return min === max ? String(min) : `${min}–${max}`;
}

function partsOf(
  order: OrderWithItems,
  refund: Refund,
  {
    shipping,
    store,
    money,
  }: { shipping: string; store: Sender; money: (amount: number) => string },
): Row[] {
  const rows = refund.lines.flatMap(({ itemId, quantity, amount }): Row[] => {
    const item = order.items.find(({ id }) => id === itemId);
    return item === undefined ? [] : [orderRow(item, store, money, { quantity, amount })];
  });
  return refund.shipping > 0 ? [...rows, { label: shipping, value: money(refund.shipping) }] : rows;
}
