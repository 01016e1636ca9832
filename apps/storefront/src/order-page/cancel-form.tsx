import { formatMoney } from "@vetrina/commerce/money";
import type { OrderDetails } from "@vetrina/contract/orders/orders";
import { Button } from "@vetrina/ui/button";
import { useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { forgetUnpaid } from "../order/unpaid-orders.ts";
import { methodOf } from "./money.tsx";
import { usePageWords } from "./page-words.ts";
import { fill } from "./words/fill.ts";
import type { FormProps } from "./form-props.ts";
import { failureOf, ifUnchanged } from "./failures.ts";

/**
 * Asks for confirmation before the order is canceled, and says how much is refunded and how. With several refunds,
 * also shows their sum.
 */
export function CancelForm({
  words,
  order,
  onDone,
  onClose,
  onStale,
}: FormProps & { order: OrderDetails }) {
  const { words: page, language } = usePageWords();
  const { slug, contact } = useStore();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  const left = order.paid - order.refunded;
  const sources = order.payments.filter(({ amount, refunded }) => amount > refunded);

  async function cancel() {
    setBusy(true);
    setFailure(null);
    try {
      const { orders } = await browserApi();
      await orders.cancelOrder({ id: order.id }, ifUnchanged(order));
      // Also makes open carts of other tabs read their unpaid orders again.
      forgetUnpaid(slug, order.id);
      onDone();
    } catch (error) {
      const refused = failureOf(error, words, { email: contact.email, isCancel: true });
      setFailure(refused.text);
      if (refused.isStale) onStale();
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-4 p-gutter">
      <p>
        {order.paidAt === null
          ? words.cancelUnpaid
          : left > 0 && sources.length !== 1
            ? fill(words.cancelPaid, { amount: money(left) })
            : words.cancelFree}
      </p>
      {order.paidAt === null || left <= 0 ? null : (
        <ul className="grid gap-1 text-small">
          {sources.map((payment) => (
            <li key={payment.createdAt}>
              {fill(words.backTo, {
                amount: money(payment.amount - payment.refunded),
                method: methodOf(payment, page),
              })}
            </li>
          ))}
        </ul>
      )}
      <p>{words.cancelFinal}</p>
      <p role="alert" className="font-medium text-pin empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} busyText={words.canceling} onClick={() => void cancel()}>
          {words.cancelNow}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {words.keep}
        </Button>
      </div>
    </div>
  );
}
