import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { CheckoutSummary } from "./checkout-summary.tsx";
import { InformationStep } from "./information-step.tsx";
import { LaterSteps, preloadLaterSteps } from "./later-steps.ts";
import { MessageArea } from "../payment/message-area.tsx";
import { ProviderWindow } from "../payment/provider-window.tsx";
import { StepIndicator } from "./step-indicator.tsx";
import { shownStep, type Step, stepLabels, stepOf, stepPath } from "./steps.ts";
import { type Checkout, type Providers, useCheckout } from "./use-checkout.ts";
import { useFocusBack } from "./use-focus-back.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const EmptyCheckout = whenNeeded(() => import("./empty-checkout.tsx"));
const Questions = whenNeeded(() => import("./questions.tsx"));

const loading = <p className="text-graphite">Loading your checkout…</p>;

/** The checkout of the cart, or of Buy Now's single line, in steps. */
export function CheckoutPage({ providers }: { providers: Providers }) {
  const checkout = useCheckout(providers);
  const { isReady, lines, isBeingPaid, payment, form, questions } = checkout;
  const [query] = useSearchParams();
  const requested = stepOf(query.get("step"));
  const step = isReady ? shownStep(requested, checkout.furthest) : requested;
  const navigate = useNavigate();
  const errorCount = Object.keys(form.errors).length;

  // Leaves a step that isn't open yet, even if the URL names it.
  useEffect(() => {
    if (isReady && step !== requested) void navigate(stepPath(step, query), { replace: true });
  }, [isReady, step, requested, query, navigate]);
  // After a reload at a later step, no field of the first one receives focus.
  useEffect(() => {
    if (step !== "information") preloadLaterSteps();
  }, [step]);
  // Opens the step with the fields if the server has found errors in them.
  useEffect(() => {
    if (form.refusals > 0 && requested !== "information")
      void navigate(stepPath("information", query), { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form.refusals]);
  useFocusBack(payment.isBusy);

  const isEmpty = isReady && lines.items.length === 0 && !payment.isBusy;
  return (
    <>
      {questions ? (
        <Suspense fallback={null}>
          <Questions {...questions} />
        </Suspense>
      ) : null}
      {isEmpty ? (
        <Suspense fallback={loading}>
          <EmptyCheckout isBuyNow={lines.isBuyNow} />
        </Suspense>
      ) : (
        <>
          <div inert={payment.isBusy} hidden={isBeingPaid} className="grid gap-6">
            <StepIndicator current={step} furthest={isReady ? checkout.furthest : "information"} />
            <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_26rem] lg:items-start">
              <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1">
                <CheckoutSummary checkout={checkout} step={step} />
              </div>
              <StepSection step={step} hasErrors={errorCount > 0}>
                <Suspense fallback={loading}>
                  <CurrentStep checkout={checkout} step={step} query={query} />
                </Suspense>
              </StepSection>
            </div>
          </div>
          {payment.isBusy ? (
            <Suspense fallback={null}>
              <LaterSteps.Overlay phase={payment.phase} />
            </Suspense>
          ) : null}
          <ProviderWindow payment={payment} />
        </>
      )}
    </>
  );
}

/** Moves focus to the step's heading when the step changes, unless an error is shown, because the error takes focus. */
function StepSection({
  step,
  hasErrors,
  children,
}: {
  step: Step;
  hasErrors: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (!hasErrors) heading.current?.focus({ preventScroll: true });
  }, [step, hasErrors]);
  return (
    <section aria-labelledby="step-title" className="min-w-0">
      <h2 id="step-title" ref={heading} tabIndex={-1} className="display mb-6 text-h2 outline-none">
        {stepLabels[step]}
      </h2>
      {children}
    </section>
  );
}

function CurrentStep({
  checkout,
  step,
  query,
}: {
  checkout: Checkout;
  step: Step;
  query: URLSearchParams;
}) {
  const { isReady, form, draft, change, chooseRate, quoting, payment, pay } = checkout;
  const navigate = useNavigate();
  // A payment window that the page itself opens works on every step. With other providers, shoppers pay in the payment
  // step, which may have fields or buttons for it.
  const canPayHere = checkout.way?.approval === "window";
  if (step === "information")
    return (
      <InformationStep
        form={form}
        change={change}
        isReady={isReady}
        vatIdMessage={quoting.quote?.vatIdMessage ?? null}
        onContinue={() => void navigate(stepPath("shipping", query))}
        toCart={checkout.lines.toCart}
      />
    );
  if (!isReady) return loading;
  if (step === "payment") return <LaterSteps.Payment checkout={checkout} query={query} />;
  return (
    <div className={payment.message ? "grid gap-6" : undefined}>
      <MessageArea message={payment.message} onAction={canPayHere ? () => void pay() : null} />
      <LaterSteps.Shipping
        email={draft.email}
        onEmail={(email) => change((before) => ({ ...before, email }))}
        quote={quoting.quote}
        isFailed={quoting.error !== null}
        onRetry={quoting.refetch}
        rateId={draft.rateId}
        refusal={payment.message ? null : checkout.methodMessage}
        onChoose={chooseRate}
        backPath={stepPath("information", query)}
        onContinue={(rateId) => {
          chooseRate(rateId);
          void navigate(stepPath("payment", query));
        }}
      />
    </div>
  );
}
