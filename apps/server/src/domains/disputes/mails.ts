import { formatMoney, toMajor } from "@vetrina/commerce/money";
import { systemTransaction } from "../../platform/context.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { timeWithZone } from "../../platform/mail/mail-time.ts";
import { readAnyOrder } from "../order-records/order-rows.ts";
import { readDispute } from "./dispute-rows.ts";

/**
 * The email about a dispute, with the dispute's data at the time when the email is written. Returns null if the dispute
 * was won in the meantime.
 */
export const composeOrderDisputed: Composer<"order-disputed"> = async (
  services,
  { storeId, data: { orderId, disputeId } },
  sender,
  { orderDisputed: t, testOrder, reasonAccount },
) => {
  if (storeId === null) return null;
  const { order, dispute } = await systemTransaction(services, storeId, async (tx) => ({
    order: await readAnyOrder(tx, orderId),
    dispute: await readDispute(tx, disputeId),
  }));
  if (dispute === undefined || dispute.state === "won") return null;
  const { order_number: number, currency } = order;
  const isLost = dispute.state === "lost";
  const words = isLost ? t.lostText(number) : t.text(number);
  const subject = t.subject(number, sender.name);
  const amount = formatMoney(toMajor(dispute.amount_minor, currency), currency, sender.locale);
  const { reason, respond_by: until, is_inquiry: isInquiry } = dispute;
  return {
    subject: order.payment_environment === "TEST" ? `${testOrder.mark}: ${subject}` : subject,
    preview: words,
    heading: isLost ? t.lostHeading : t.heading,
    blocks: [
      { kind: "text", text: words },
      ...(isLost || isInquiry ? [] : [{ kind: "text" as const, text: t.notRefundable }]),
      {
        kind: "rows",
        rows: [
          { label: t.amount, value: amount, strong: true },
          ...(reason === null ? [] : [{ label: t.cause, value: reason }]),
          ...(until === null ? [] : [{ label: t.respondBy, value: timeWithZone(sender, until) }]),
        ],
      },
    ],
    reason: reasonAccount(sender.name),
  };
};
