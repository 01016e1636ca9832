import { formatMoney } from "@vetrina/commerce/money";
import type { OrderWithItems } from "@vetrina/contract/orders";
import type { MailContent } from "../../platform/mail/compose.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import type { Sender } from "../../platform/mail/sender.ts";

/** The email for an order that staff canceled: what it contained, and whether what was paid is returned. */
export function orderCanceledMail(
  order: OrderWithItems,
  store: Sender,
  { orderCanceled: t, order: { reason }, testOrder }: MailTexts,
  { isRefunded, isTest }: { isRefunded: boolean; isTest: boolean },
): MailContent {
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
        rows: order.items.map((item) => ({
          label: item.name,
          detail: `${item.variantName}, ${item.quantity} × ${money(item.price)}`,
          value: money(item.total),
        })),
      },
    ],
    reason: reason(store.name),
  };
}
