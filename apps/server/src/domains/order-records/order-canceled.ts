import { formatMoney } from "@vetrina/commerce/money";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { MailContent } from "../../platform/mail/compose.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { orderButton } from "./mails.ts";
import { orderRow } from "./order-confirmation.ts";

/** Writes the email about a canceled order: its items, and whether the payment is refunded. */
export function orderCanceledMail(
  order: OrderWithItems,
  store: Sender,
  texts: MailTexts,
  {
    isRefunded,
    isTest,
    hasCreditNote,
    link,
  }: { isRefunded: boolean; isTest: boolean; hasCreditNote: boolean; link: string },
): MailContent {
  const {
    orderCanceled: t,
    orderRefunded,
    order: { reason },
    testOrder,
  } = texts;
  const number = order.orderNumber;
  const subject = t.subject(number, store.name);
  const money = (amount: number) => formatMoney(amount, order.currency, store.locale);
  return {
    subject: isTest ? `${testOrder.mark}: ${subject}` : subject,
    preview: t.text(number),
    heading: t.heading,
    blocks: [
      { kind: "text", text: t.text(number) },
      ...(isRefunded && !isTest ? [{ kind: "text", text: t.refund } as const] : []),
      ...(isTest ? [{ kind: "text", text: testOrder.text(number) } as const] : []),
      {
        kind: "rows",
        rows: order.items.map((item) => orderRow(item, store, money)),
      },
      ...(hasCreditNote ? [{ kind: "text", text: orderRefunded.creditNoteAttached } as const] : []),
      orderButton(link, texts),
    ],
    reason: reason(store.name),
  };
}
