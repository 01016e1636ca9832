import { formatMoney } from "@vetrina/commerce/money";
import type { OrderDetails, OrderPayment } from "@vetrina/contract/orders/orders";
import type { PriceStep } from "@vetrina/contract/pricing/shipping";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { useStore } from "../lib/store.ts";
import type { OrderWords } from "./words/en.ts";
import { fill } from "./words/fill.ts";
import { usePageWords } from "./page-words.ts";

/** The order's amounts, then its payments and refunds. */
export function Money({ order }: { order: OrderDetails }) {
  const { words, language } = usePageWords();
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  return (
    <section aria-labelledby="money-title" className="bg-tissue p-4 lg:p-6">
      <h2 id="money-title" className="sr-only">
        {words.total}
      </h2>
      <dl className="grid gap-1 text-small digits">
        {sumsOf(order, words).map(({ id, name, amount }) => (
          <Row key={id} name={name} value={amount === null ? words.free : money(amount)} />
        ))}
        <div className="mt-2 flex items-center justify-between gap-4 border-t border-line pt-3 text-lead font-semibold">
          <dt>{words.total}</dt>
          <dd>{money(order.total)}</dd>
        </div>
        {notesOf(order.trace, words, money).map((note) => (
          <div key={note} className="text-note text-graphite">
            <dt className="sr-only">{words.tax}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
      <Payments order={order} />
    </section>
  );
}

function Payments({ order }: { order: OrderDetails }) {
  const { words, language } = usePageWords();
  const { contact } = useStore();
  const { payments, refunds } = order;
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  if (payments.length === 0 && refunds.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-2 font-semibold">{words.payments}</h3>
      <dl className="grid gap-2 text-small digits">
        {payments.map((payment) => (
          <Row
            key={payment.createdAt}
            name={fill(words.paidWith, { method: methodOf(payment, words) })}
            value={money(payment.amount)}
            at={payment.completedAt}
          />
        ))}
        {refunds.map(({ status, amount, createdAt, completedAt }) =>
          status === "FAILED" ? (
            <div key={createdAt} className="text-pin">
              <dt className="sr-only">{words.refund}</dt>
              <dd>{fill(words.refundFailed, { email: contact.email })}</dd>
            </div>
          ) : (
            <Row
              key={createdAt}
              name={status === "PENDING" ? words.refundPending : words.refund}
              value={money(-amount)}
              at={completedAt ?? createdAt}
            />
          ),
        )}
      </dl>
    </>
  );
}

function Row({ name, value, at }: { name: string; value: string; at?: string }) {
  const { language } = usePageWords();
  return (
    <div className="flex items-start justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere text-graphite">
        {name}
        {at === undefined ? null : (
          <span className="block text-note">
            <ShopperTime at={at} locale={language} />
          </span>
        )}
      </dt>
      <dd className="shrink-0">{value}</dd>
    </div>
  );
}

/** A payment's method in the page's language, or the provider's name. */
export function methodOf({ method, name }: OrderPayment, words: OrderWords): string {
  return method === null ? name : words.method[method];
}

type Sum = { id: string; name: string; amount: number | null };

/** Subtotal, each discount, shipping (null: free) and each tax that is added. */
function sumsOf(order: OrderDetails, words: OrderWords): Sum[] {
  const { subtotal, discount, discountCode, shipping, tax, trace } = order;
  const discounts = trace.filter(({ kind, amount }) => kind === "DISCOUNT" && amount < 0);
  const taxes = trace.filter(({ kind, amount }) => kind === "TAX" && amount > 0);
  const freeBy = trace.find(({ offShipping }) => offShipping > 0);
  const allDiscounts: Sum[] =
    discounts.length > 0
      ? discounts.map(({ label, amount }, i) => ({
          id: `discount-${i}`,
          name: fill(words.discount, { name: label }),
          amount,
        }))
      : discount === 0
        ? []
        : [
            {
              id: "discount",
              name:
                discountCode === null
                  ? words.discountOnly
                  : fill(words.discount, { name: discountCode }),
              amount: -discount,
            },
          ];
  const allTaxes: Sum[] =
    taxes.length > 0
      ? taxes.map((step, i) => ({ id: `tax-${i}`, name: taxName(step), amount: step.amount }))
      : tax === 0
        ? []
        : [{ id: "tax", name: words.tax, amount: tax }];
  return [
    { id: "subtotal", name: words.subtotal, amount: subtotal },
    ...allDiscounts,
    {
      id: "shipping",
      name: freeBy === undefined ? words.shipping : `${words.shipping} (${freeBy.label})`,
      amount: shipping === 0 ? null : shipping,
    },
    ...allTaxes,
  ];
}

function notesOf(
  trace: readonly PriceStep[],
  words: OrderWords,
  money: (amount: number) => string,
): string[] {
  return trace.flatMap((step) => {
    if (step.kind === "REVERSE_CHARGE") return [words.reverseCharge];
    return step.included > 0
      ? [fill(words.includes, { tax: taxName(step), amount: money(step.included) })]
      : [];
  });
}

function taxName({ label, percent }: PriceStep): string {
  return `${label} (${percent}%)`;
}
