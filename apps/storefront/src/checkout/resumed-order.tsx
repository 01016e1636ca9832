import { isApiError } from "@vetrina/client/api-error";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { buttonClass } from "@vetrina/ui/button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useCart } from "../cart/use-cart.ts";
import { browserApi } from "../lib/api.ts";
import { useMoney } from "../lib/money.ts";
import { QueryScope } from "../lib/query.tsx";
import { useStore } from "../lib/store.ts";
import { forgetUnpaid, isOpen } from "../order/unpaid-orders.ts";
import { placeWords } from "../order/place-words.ts";
import { arrivalText } from "../lib/dates.ts";
import { LoadingOverlay } from "../payment/loading-overlay.tsx";
import { OrderLine, shownOrderLine } from "../order/order-lines.tsx";
import { OrderSummary } from "./order-summary.tsx";
import type { Approve } from "../payment/payment-flow.ts";
import { PaymentStep } from "../payment/payment-step.tsx";
import { chooseWay, waysToPay } from "../payment/providers.ts";
import { AddressLines, ReviewRow } from "../order/review.tsx";
import { ProviderWindow } from "../payment/provider-window.tsx";
import { orderDue } from "../totals/order-due.ts";
import { StepIndicator } from "./step-indicator.tsx";
import { SummaryNote } from "./summary-note.tsx";
import type { Providers } from "./use-checkout.ts";
import { useFocusBack } from "./use-focus-back.ts";
import { thankYouPath } from "../order/thank-you-path.ts";
import { usePayment } from "../payment/use-payment.ts";
import { useUnfinishedPayment } from "../payment/use-unfinished-payment.ts";

type Props = { id: string; providers: Providers };

/**
 * Lets the shopper pay an existing unpaid order at /checkout?order=<id>. The cookie with the order's key or the
 * customer's session authorizes it. Loaded lazily (a default export), because few checkouts need it.
 */
export default function ResumedOrder(props: Props) {
  return (
    <QueryScope>
      <Resumed {...props} />
    </QueryScope>
  );
}

function Resumed({ id, providers }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ["order", id],
    queryFn: async ({ signal }) =>
      (await browserApi()).orders.getOrderWithItems({ id }, { signal }),
  });
  if (data && (isOpen(data) || hasOpenChange(data)))
    return <OpenOrder order={data} providers={providers} />;
  if (data && data.paidAt !== null)
    return (
      <Notice
        title="This order is paid"
        text="There is nothing left to pay."
        path={thankYouPath(id)}
        label="See your order"
      />
    );
  if (data) return <EndedOrder />;
  if (isApiError(error) && error.statusCode < 500 && error.statusCode !== 429)
    return (
      <Notice
        title="This order can't be opened here"
        text="You can pay for this order in the browser that placed it, or after you sign in to the account that placed it. You can check its status here."
        path="/order-tracking"
        label="Track your order"
      />
    );
  return error ? (
    <p role="alert">
      We can't reach the store.{" "}
      <button type="button" className="text-link min-h-target" onClick={() => void refetch()}>
        Try again
      </button>
    </p>
  ) : (
    <p className="text-graphite">Loading your order…</p>
  );
}

/**
 * Says that the order can no longer be paid. Links to the checkout of the cart, if the cart has items. It may be empty,
 * for example because a newer order replaced this one and was paid in another tab.
 */
function EndedOrder() {
  const { count } = useCart();
  return (
    <Notice
      title="This order can no longer be paid"
      text="It expired, was canceled, or was replaced by a newer order. You haven't been charged for it."
      path={count > 0 ? "/checkout" : "/new-arrivals"}
      label={count > 0 ? "Check out your cart" : "Continue shopping"}
    />
  );
}

function OpenOrder({ order, providers }: { order: OrderWithItems; providers: Providers }) {
  const { locale, slug } = useStore();
  const client = useQueryClient();
  const payment = usePayment();
  const money = useMoney();
  const navigate = useNavigate();
  const ways = waysToPay(providers);
  const [chosen, setChosen] = useState<string | null>(null);
  const way = chooseWay(ways, chosen);
  const { openChange } = order;
  const due = orderDue(order);
  const path = openChange === null ? thankYouPath(order.id) : `/order?id=${order.id}`;
  const toOrder = async () => navigate(path, { replace: true });
  useFocusBack(payment.isBusy);
  useUnfinishedPayment(order.id, payment.isBusy);
  // The first payment extends the hold, so the order is read again.
  useEffect(() => {
    if (payment.intentId !== null) void client.invalidateQueries({ queryKey: ["order", order.id] });
  }, [client, order.id, payment.intentId]);

  async function pay(approve?: Approve) {
    if (!way) return;
    await payment.run({
      provider: way,
      approve,
      paidPath: () => path,
      place: () => Promise.resolve({ orderId: order.id, isResumed: true }),
      onPaid: toOrder,
      onPending: toOrder,
      onRefused: () => undefined,
      onExpired() {
        forgetUnpaid(slug, order.id);
        void client.invalidateQueries({ queryKey: ["order", order.id] });
      },
    });
  }
  const { shippingAddress, shippingMethod, pickup, delivery, items } = order;
  return (
    <>
      <div inert={payment.isBusy} className="grid gap-6">
        <StepIndicator current="payment" furthest={null} />
        <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_26rem] lg:items-start">
          <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1">
            <OrderSummary
              amounts={order}
              isFinal={openChange === null}
              place={shippingAddress}
              isUpdating={false}
              count={items.reduce((sum, { quantity }) => sum + quantity, 0)}
              isOpen
              lines={items.map((item) => (
                <OrderLine key={item.id} line={shownOrderLine(item)} />
              ))}
              note={
                openChange === null ? (
                  <SummaryNote
                    quote={undefined}
                    order={order}
                    quoting={{ error: null, refetch: () => {} }}
                  />
                ) : (
                  <p>This is your order before the change. You have already paid for it.</p>
                )
              }
            />
          </div>
          <section aria-labelledby="step-title" className="min-w-0">
            <h2 id="step-title" className="display mb-6 text-h2">
              Payment
            </h2>
            <PaymentStep
              ways={ways}
              way={way}
              onChoose={setChosen}
              total={due}
              currency={order.currency}
              isBusy={payment.isBusy}
              obstacle={null}
              message={payment.message}
              onMessage={payment.setMessage}
              onPay={pay}
              review={
                <dl className="border-t border-line">
                  {openChange === null && order.paid === 0 ? null : (
                    <ReviewRow title="Due now" changePath={null}>
                      {money(due)} for{" "}
                      {openChange === null ? "the rest of your order" : "the change to your order"}
                    </ReviewRow>
                  )}
                  <ReviewRow title="Order" changePath={null}>
                    {order.orderNumber}
                  </ReviewRow>
                  <ReviewRow title="Contact" changePath={null}>
                    {order.customer.email}
                  </ReviewRow>
                  {shippingAddress ? (
                    <ReviewRow title="Ship to" changePath={null}>
                      <AddressLines address={shippingAddress} />
                    </ReviewRow>
                  ) : null}
                  <ReviewRow title="Method" changePath={null}>
                    <span className="block">{shippingMethod}</span>
                    {pickup ? <span className="block">{placeWords(pickup)}</span> : null}
                    {delivery ? (
                      <span className="block text-graphite">
                        {arrivalText(delivery, pickup, locale)}
                      </span>
                    ) : null}
                  </ReviewRow>
                </dl>
              }
            />
          </section>
        </div>
      </div>
      <LoadingOverlay phase={payment.phase} />
      <ProviderWindow payment={payment} />
    </>
  );
}

/** Whether the order has a change that can still be paid. */
function hasOpenChange({ openChange }: OrderWithItems): boolean {
  return openChange !== null && Date.parse(openChange.expiresAt) > Date.now();
}

function Notice({
  title,
  text,
  path,
  label,
}: {
  title: string;
  text: string;
  path: string;
  label: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves focus to the heading, because the notice may replace a long page on which the shopper has scrolled down to
  // the payment.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
        {title}
      </h2>
      <p className="max-w-measure">{text}</p>
      <Link to={path} className={buttonClass()}>
        {label}
      </Link>
    </div>
  );
}
