import { formatMoney } from "@vetrina/commerce/money";
import type { DraftOrderWithItems } from "@vetrina/contract/orders/draft-orders";
import type { MailContent } from "../../platform/mail/compose.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import { timeWithZone } from "../../platform/mail/mail-time.ts";
import { plainLine } from "../../platform/mail/plain-words.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { orderRow, postalLines, sumsOf } from "../order-records/order-confirmation.ts";

/**
 * Returns the email with the pay link of a draft order: its items, total and expiry. It can be sent to any address
 * before anything is paid, so the shipping address and the shipping method's name are shortened and contain no links.
 */
export function paymentLinkMail(
  draft: DraftOrderWithItems,
  store: Sender,
  { paymentLink: t, order, worksUntil }: MailTexts,
  link: string,
): MailContent {
  const money = (amount: number) => formatMoney(amount, draft.currency, store.locale);
  const at = (iso: string) => timeWithZone(store, new Date(iso));
  const { shippingAddress, holdUntil } = draft;
  return {
    subject: t.subject(store.name),
    preview: t.preview(money(draft.total)),
    heading: t.heading,
    blocks: [
      { kind: "text", text: t.text(store.name) },
      { kind: "rows", rows: draft.items.map((item) => orderRow(item, store, money)) },
      {
        kind: "rows",
        rows: sumsOf({ ...draft, discountCode: null, payment: null }, money, order, plainLine),
        close: true,
      },
      ...(shippingAddress === null
        ? []
        : [
            {
              kind: "lines" as const,
              title: order.shippingAddress,
              lines: postalLines(shippingAddress, store.locale).map(plainLine),
            },
          ]),
      { kind: "button", label: t.button, href: link, spelled: true },
      { kind: "text", text: worksUntil(at(draft.expiresAt)) },
      ...(draft.isHolding && holdUntil !== null
        ? [{ kind: "text" as const, text: t.held(at(holdUntil)) }]
        : []),
    ],
    reason: t.reason(store.name),
  };
}
