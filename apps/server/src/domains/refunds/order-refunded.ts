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
  /** The ids of the refund's lines that return the full amount of their units, not only a part of it. */
  wholeLines: ReadonlySet<string>;
  isTest: boolean;
  hasCreditNote: boolean;
  /** The URL that opens the order. */
  link: string;
  /** How many days a refund takes, according to the store's promises. */
  refundDays: StorePromises["refundDays"];
  /** The names of the providers that returned money; empty if staff return it manually. */
  providers: readonly string[];
};

/**
 * Writes the email about a completed refund: the amount, the units and, if the store promises it, how long the refund
 * takes. If a provider declined a part, only the sum is shown.
 */
export function orderRefundedMail(
  { order, refund, wholeLines, isTest, refundDays, providers, hasCreditNote, link }: RefundedOrder,
  store: Sender,
  texts: MailTexts,
): MailContent {
  const { orderRefunded: t, order: of, testOrder } = texts;
  const number = order.orderNumber;
  const money = (amount: number) => formatMoney(amount, refund.currency, store.locale);
  const subject = t.subject(number, store.name);
  const text = t.text(number, money(refund.refunded));
  const days = refundDays === null ? [] : [t.days(rangeOf(refundDays))];
  const back = [t.back, ...days].join(" ");
  const isByHand = refund.transactions.every(({ provider }) => provider === null);
  const rows: Row[] =
    refund.refunded < refund.amount
      ? []
      : partsOf(order, { ...refund, wholeLines }, { texts, store, money });
  const paidWith = providers.join(", ");
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
        rows: [
          { label: t.total, value: money(refund.refunded), strong: true },
          ...(isTest || paidWith === "" ? [] : [{ label: of.paidWith, value: paidWith }]),
        ],
        close: true,
      },
      ...(hasCreditNote ? [{ kind: "text", text: t.creditNoteAttached } as const] : []),
      ...(store.isClosed === true ? [] : [orderButton(link, texts)]),
    ],
    reason: of.reason(store.name),
  };
}

function rangeOf({ min, max }: { min: number; max: number }): string {
  return min === max ? String(min) : `${min}–${max}`;
}

type Money = (amount: number) => string;

function partsOf(
  order: OrderWithItems,
  refund: Refund & Pick<RefundedOrder, "wholeLines">,
  { texts, store, money }: { texts: MailTexts; store: Sender; money: Money },
): Row[] {
  const { plusTax } = texts.orderRefunded;
  const rows = refund.lines.flatMap(({ itemId, quantity, amount, tax }): Row[] => {
    const item = order.items.find(({ id }) => id === itemId);
    if (item === undefined) return [];
    const row = orderRow(item, store, money, { quantity, amount });
    const isWhole = refund.wholeLines.has(itemId);
    // A partly refunded line shows only the tax in its amount, because price, discount and tax don't add up to the
    // amount.
    const discount = isWhole ? item.price * quantity + tax - amount : 0;
    const parts = [
      row.detail,
      ...(discount > smallestUnit / 2 ? [`${texts.order.discount}: ${money(-discount)}`] : []),
      ...(tax === 0 ? [] : isWhole ? [plusTax(money(tax))] : [`${texts.order.tax}: ${money(tax)}`]),
    ];
    return [{ ...row, detail: parts.join(", ") }];
  });
  return refund.shipping > 0 ? [...rows, shippingRow(order, refund, texts, money)] : rows;
}

/** At most the smallest unit of any supported currency. */
const smallestUnit = 0.001;

function shippingRow(order: OrderWithItems, refund: Refund, texts: MailTexts, money: Money): Row {
  const { shipping, shippingTax } = refund;
  const row = { label: texts.order.shipping, value: money(shipping) };
  // If prices include tax, `order.tax` is 0, and the shipping price includes its tax, too.
  if (shippingTax === 0 || order.tax === 0) return row;
  const net = money(shipping - shippingTax);
  return { ...row, detail: `${net}, ${texts.orderRefunded.plusTax(money(shippingTax))}` };
}
