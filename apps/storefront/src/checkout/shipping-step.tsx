import type { Quote, ShippingMethod } from "@vetrina/contract/pricing/shipping";
import { Button } from "@vetrina/ui/button";
import { Skeleton } from "@vetrina/ui/skeleton";
import { Suspense } from "react";
import { Link } from "react-router";
import { useMoney } from "../lib/money.ts";
import { fastestForThePrice } from "./fastest-for-the-price.ts";
import { useRootData } from "../lib/store.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { withArticle } from "../lib/with-article.ts";
import { countryName } from "../lib/formats.ts";
import { placeWords } from "../order/place-words.ts";
import { arrivalText } from "../lib/dates.ts";

const EmailQuestion = whenNeeded(() => import("../lib/email-question.tsx"), false);

type Props = {
  /** The email address that the order confirmation is sent to. */
  email: string;
  onEmail: (email: string) => void;
  quote: Quote | undefined;
  /** Whether the quote could not be loaded, for example because the browser is offline. */
  isFailed: boolean;
  onRetry: () => void;
  rateId: string;
  /** Why the previously chosen method isn't available; null if it is, or none was chosen. */
  refusal: string | null;
  onChoose: (rateId: string) => void;
  backPath: string;
  /** Called with the method that the page shows as selected. */
  onContinue: (rateId: string) => void;
};

/** Shipping methods for the destination, each with its price and delivery days. Loaded lazily. */
export default function ShippingStep(props: Props) {
  const {
    email,
    onEmail,
    quote,
    isFailed,
    onRetry,
    rateId,
    refusal,
    onChoose,
    backPath,
    onContinue,
  } = props;
  const { language } = useRootData();
  // After a rejected method, the message names the server's default method, so the default method is preselected.
  const preselected = quote && (refusal === null ? fastestForThePrice(quote) : quote.method);
  const chosen = rateId || preselected;
  const isImpossible = quote?.methods.length === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (quote && !isImpossible) onContinue(chosen ?? "");
      }}
      className="grid gap-8"
    >
      {/* Asks about a mistyped email, because a guest gets the order's link only by email. */}
      <Suspense fallback={null}>
        <EmailQuestion
          email={email}
          onEmail={onEmail}
          lead={<>We'll send your order confirmation to {email}. </>}
        />
      </Suspense>
      <fieldset>
        <legend className="mb-4 text-lead font-semibold">
          {quote ? `To ${withArticle(countryName(quote.country, language))}` : "Shipping method"}
        </legend>
        {refusal === null ? null : (
          <p role="alert" className="mb-4 border-2 border-amber px-4 py-3">
            {refusal}
          </p>
        )}
        {quote ? (
          <div className="grid">
            {quote.methods.map((method) => (
              <MethodRow
                key={method.id}
                method={method}
                isChosen={method.id === chosen}
                onChoose={() => onChoose(method.id)}
              />
            ))}
          </div>
        ) : isFailed ? (
          <p role="alert" className="border-2 border-pin px-4 py-3">
            The shipping methods couldn't be loaded. What you entered is saved.{" "}
            <button type="button" className="text-link min-h-target" onClick={onRetry}>
              Try again
            </button>
          </p>
        ) : (
          <>
            <span className="sr-only">Loading the shipping methods</span>
            <Skeleton className="h-20" />
            <Skeleton className="mt-px h-20" />
          </>
        )}
        {isImpossible ? (
          <p role="alert" className="border-2 border-pin px-4 py-3">
            We don't ship to {withArticle(countryName(quote.country, language))} yet.{" "}
            <Link to={backPath} className="text-link">
              Choose another address
            </Link>
            .
          </p>
        ) : null}
      </fieldset>
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:items-center sm:justify-between">
        {isImpossible ? null : (
          <Button type="submit" size="cta" busy={!quote} busyText="One moment…">
            Continue to payment
          </Button>
        )}
        <Link to={backPath} className="text-link flex min-h-target items-center justify-center">
          Back to information
        </Link>
      </div>
    </form>
  );
}

function MethodRow({
  method,
  isChosen,
  onChoose,
}: {
  method: ShippingMethod;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const money = useMoney();
  const { store } = useRootData();
  const isReduced = method.regularPrice > method.price;
  return (
    <label className="-mt-px flex min-h-cta cursor-pointer items-center gap-4 border border-edge bg-white px-4 py-3 has-checked:relative has-checked:border-ink has-checked:outline has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-chalk">
      <input
        type="radio"
        name="method"
        value={method.id}
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 outline-none"
      />
      <span className="grow">
        <span className="block font-medium">{method.name}</span>
        {method.pickup ? (
          <span className="block text-small">{placeWords(method.pickup)}</span>
        ) : null}
        <span className="block text-small text-graphite">
          {arrivalText(method.delivery, method.pickup, store.locale)}
        </span>
        {method.remainingForFree === null ? null : (
          <span className="block text-small text-graphite">
            Free with {money(method.remainingForFree)} more
          </span>
        )}
      </span>
      <span className="text-end digits">
        <span className="font-medium">{method.price === 0 ? "Free" : money(method.price)}</span>
        {isReduced ? (
          <span className="block text-small text-graphite">
            <span className="sr-only">instead of </span>
            <s>{money(method.regularPrice)}</s>
          </span>
        ) : null}
      </span>
    </label>
  );
}
