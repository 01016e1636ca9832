import { useSearchParams } from "react-router";
import { useMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";
import { placeWords } from "../order/place-words.ts";
import { arrivalText } from "../lib/dates.ts";
import { PaymentStep } from "../payment/payment-step.tsx";
import { AddressLines, ReviewRow } from "../order/review.tsx";
import { stepPath } from "./steps.ts";
import type { Checkout } from "./use-checkout.ts";

/** The payment step for the cart. Shows all choices for review, each with a link to change it. Loaded lazily. */
export default function ReviewedPayment({
  checkout,
  query,
}: {
  checkout: Checkout;
  query: URLSearchParams;
}) {
  const { draft, quoting, order, isBlocked, ways, way, payment, pay } = checkout;
  const { locale, currency } = useStore();
  const money = useMoney();
  const [, setQuery] = useSearchParams();
  const { quote } = quoting;
  const method = quote?.methods.find(({ id }) => id === draft.rateId);
  const informationPath = stepPath("information", query);
  return (
    <PaymentStep
      ways={ways}
      way={way}
      onChoose={(value) =>
        setQuery(
          (before) => {
            before.set("pay", value);
            return before;
          },
          { replace: true, preventScrollReset: true },
        )
      }
      total={quoting.isUpdating ? null : ((order ?? quote)?.total ?? null)}
      currency={(order ?? quote)?.currency ?? currency}
      isBusy={payment.isBusy}
      obstacle={
        isBlocked ? "An item in the order summary needs your attention before you can pay." : null
      }
      message={payment.message}
      onMessage={payment.setMessage}
      onPay={pay}
      review={
        <dl className="border-t border-line">
          <ReviewRow title="Contact" changePath={informationPath}>
            {draft.email.trim()}
          </ReviewRow>
          <ReviewRow title="Ship to" changePath={informationPath}>
            <AddressLines address={draft.shipping} />
          </ReviewRow>
          <ReviewRow title="Bill to" changePath={informationPath}>
            {draft.billingSame ? (
              "Same as shipping address"
            ) : (
              <AddressLines address={{ ...draft.billing, phone: undefined }} />
            )}
          </ReviewRow>
          <ReviewRow title="Method" changePath={stepPath("shipping", query)}>
            {method ? (
              <>
                <span className="block">
                  {method.name}, {method.price === 0 ? "Free" : money(method.price)}
                </span>
                {method.pickup ? <span className="block">{placeWords(method.pickup)}</span> : null}
                <span className="block text-graphite">
                  {arrivalText(method.delivery, method.pickup, locale)}
                </span>
              </>
            ) : (
              "One moment…"
            )}
          </ReviewRow>
        </dl>
      }
    />
  );
}
