import { type CartItem, cartLineId } from "@vetrina/commerce/cart";
import { type ReactNode, Suspense } from "react";
import { ExpressPayment } from "../cart/express-payment.tsx";
import { QueryScope } from "../lib/query.tsx";
import { useQuote } from "../cart/quote.ts";
import { useDraft } from "../draft/use-draft.ts";
import { useStore } from "../lib/store.ts";
import { useUnpaidOrders } from "../order/use-unpaid-orders.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { DateLine } from "./date-line.tsx";
import { deliveryText, shippingTo } from "./delivery.ts";

const PaymentNotice = whenNeeded(() => import("../order/payment-notice.tsx"));

type LiveOfferProps = {
  line: Omit<CartItem, "id">;
  /** Shown until the server has responded, or if it doesn't respond. */
  fallback: ReactNode;
};

/** Current data that only the server knows: the delivery date, and the totals for the providers' buttons. */
export default function LiveOffer(props: LiveOfferProps) {
  return (
    <QueryScope>
      <Offer {...props} />
    </QueryScope>
  );
}

function Offer({ line, fallback }: LiveOfferProps) {
  const { locale, country: home } = useStore();
  const items = [{ ...line, id: cartLineId(line) }];
  const { draft } = useDraft();
  const { country } = draft.shipping;
  // The home country isn't sent, because the server assumes it.
  const { quote, sums } = useQuote(items, country === home ? {} : { destination: { country } });
  const unpaid = useUnpaidOrders(items, false);
  const method = quote?.methods.find(({ id }) => id === quote.method);
  return (
    <>
      {unpaid.beingPaid ? (
        <Suspense fallback={null}>
          <PaymentNotice {...unpaid} />
        </Suspense>
      ) : (
        <ExpressPayment items={items} sums={sums} quote={quote} place="product" />
      )}
      {quote && method ? (
        <DateLine note={shippingTo(method.name, quote.country, locale)}>
          Order today, arrives{" "}
          <strong className="font-semibold">{deliveryText(method.delivery, locale)}</strong>
        </DateLine>
      ) : (
        fallback
      )}
    </>
  );
}
