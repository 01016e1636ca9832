import { PayPalButtons as Buttons } from "@paypal/react-paypal-js";
import { Skeleton } from "@vetrina/ui/skeleton";
import type { ProviderButtonsProps } from "./provider-fields.ts";
import { PayPalCard } from "./paypal-card.tsx";
import { PayPalHostedCard } from "./paypal-hosted-card.tsx";
import { PayPalScript } from "./paypal-script.tsx";
import { useCardKind } from "./use-card-kind.ts";
import { usePayPalSession } from "./use-paypal-session.ts";

/**
 * PayPal's own buttons and, if the store's account supports them, its card fields or hosted fields. A default export,
 * because it is loaded lazily (see ProviderPlace).
 */
export default function PayPalButtons(props: ProviderButtonsProps) {
  return (
    <PayPalScript {...props}>
      <Loaded {...props} />
    </PayPalScript>
  );
}

/** One entry: a component that shows every button, including the one for cards. */
const allButtons = [{ id: "all" }];
/**
 * All buttons except the one for cards, because cards are entered in the fields below. Buttons that a buyer can't use
 * stay hidden.
 */
const withoutCard = [
  { id: "paypal", fundingSource: "paypal" },
  { id: "paylater", fundingSource: "paylater" },
  { id: "venmo", fundingSource: "venmo" },
] as const;

function Loaded({ isHeldBack, total, onPay, onRefused }: ProviderButtonsProps) {
  const cardKind = useCardKind();
  const session = usePayPalSession(onPay, { isRestartable: true });
  // In this state, PayPal's script may be loaded again. That would end a payment that has begun, so no button is shown
  // yet.
  if (cardKind === "unknown") return <Skeleton className="h-12" />;
  const card = { total, isHeldBack, onPay, onRefused };
  return (
    <div className="grid gap-4">
      {(cardKind === "none" ? allButtons : withoutCard).map(({ id, ...source }) => (
        <Buttons
          key={id}
          {...source}
          style={{ layout: "vertical", color: "gold", height: 48 }}
          onClick={(_, actions) => {
            if (!isHeldBack) return actions.resolve();
            onRefused();
            return actions.reject();
          }}
          createOrder={session.createOrder}
          onApprove={(_, { restart }) => session.onApprove(restart)}
          onCancel={session.onCancel}
          onError={session.onError}
        />
      ))}
      {cardKind === "card-fields" ? <PayPalCard {...card} /> : null}
      {cardKind === "hosted-fields" ? <PayPalHostedCard {...card} /> : null}
    </div>
  );
}
