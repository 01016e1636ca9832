import { isApiError } from "@vetrina/client/api-error";
import { Button } from "@vetrina/ui/button";
import { Field } from "@vetrina/ui/field";
import { Suspense, useRef, useState } from "react";
import { useOwnDetails } from "../account/use-own-details.ts";
import { browserApi } from "../lib/api.ts";
import { emailPattern } from "../lib/email-pattern.ts";
import { useStore } from "../lib/store.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { RecordedOrders } from "../order/waiting/recorded-orders.tsx";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";
import { variantName } from "../product-data/selection.ts";
import { stillChosenText } from "./still-chosen.ts";

const EmailQuestion = whenNeeded(() => import("../lib/email-question.tsx"), false);

type Answer = "idle" | "sending" | "sent" | "invalid" | "limited" | "failed";

const nothing = { of: null, answer: "idle" } as const;

const errors: Partial<Record<Answer, string>> = {
  invalid: "Enter an email address like name@example.com.",
  limited: "Too many attempts. Try again in a minute.",
  failed: "Something went wrong. Try again in a moment.",
};

type Props = {
  product: PageProduct;
  /** The sold-out variant; null to hide the form, which keeps what was typed. */
  missing: PageVariant | null;
  /** The variant that is still chosen. It may be `missing` itself. */
  chosen: PageVariant | undefined;
};

/**
 * Lets the shopper ask to be emailed when a sold-out variant is available again. Loaded lazily (a default export), only
 * if something is sold out.
 */
export default function BackInStock({ product, missing, chosen }: Props) {
  const { id: storeId } = useStore();
  const [latest, setLatest] = useState<{ of: PageVariant | null; answer: Answer }>(nothing);
  const [email, setEmail] = useState("");
  const [typed, setTyped] = useState("");
  const [sentTo, setSentTo] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const ownEmail = useRef("");
  useOwnDetails(missing !== null, (details) => {
    const before = ownEmail.current;
    const own = (ownEmail.current = details?.email ?? "");
    setEmail((now) => (now === "" || now === before ? own : now));
  });

  if (missing === null) return null;
  const { id: variantId } = missing;
  const what = variantName(product, missing);
  const stillChosen = stillChosenText(product, missing, chosen);
  // An error is shown for every variant, because it is about the email or the network.
  const isShown = latest.of?.id === variantId || latest.answer in errors;
  const answer = isShown ? latest.answer : "idle";
  const asked = answer === "sent" ? sentTo : typed;

  const start = (next: Answer) => setLatest({ of: missing, answer: next });
  // Ignores the answer if something else was sent since then.
  const finish = (next: Answer) =>
    setLatest((now) => (now.of === missing ? { of: missing, answer: next } : now));

  async function send(given: string) {
    const address = given.trim();
    const sentFrom = box.current;
    setTyped(address);
    if (!emailPattern.test(address)) return start("invalid");
    start("sending");
    try {
      await (
        await browserApi()
      ).customers.subscribe({
        storeId,
        body: { email: address, source: "back-in-stock", variantId },
      });
      // The form is removed, so focus moves to the box that contained it.
      if (sentFrom?.contains(document.activeElement)) sentFrom.focus();
      setSentTo(address);
      finish("sent");
    } catch (error) {
      if (isApiError(error, "VALIDATION_FAILED")) finish("invalid");
      else finish(isApiError(error, "RATE_LIMITED") ? "limited" : "failed");
    }
  }

  return (
    <>
      <RecordedOrders variantId={variantId} />
      <div
        key={variantId}
        ref={box}
        tabIndex={-1}
        className="grid gap-2 border border-line bg-white p-4"
      >
        <p className="text-small font-medium">
          {what}: <span className="text-pin">Out of Stock</span>
        </p>
        {stillChosen === null ? null : <p className="text-small">{stillChosen}</p>}
        {answer === "sent" ? (
          <output className="text-small wrap-anywhere">
            Almost done. Open the link in the email we just sent to {sentTo}.
          </output>
        ) : (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void send(email);
            }}
          >
            <Field
              label={`Notify me when ${stillChosen === null ? "it's" : `${what} is`} back`}
              error={errors[answer]}
            >
              {(control) => (
                <div className="flex">
                  <input
                    {...control}
                    name="email"
                    type="email"
                    autoComplete="email"
                    enterKeyHint="send"
                    placeholder="Email"
                    value={email}
                    onChange={({ target }) => setEmail(target.value)}
                    onBlur={() => setTyped(email.trim())}
                    className="min-h-field w-full min-w-0 border border-edge bg-white px-3 placeholder:text-graphite aria-invalid:border-2 aria-invalid:border-pin"
                  />
                  <Button
                    type="submit"
                    variant="secondary"
                    busy={answer === "sending"}
                    busyText="Sending"
                    className="shrink-0 border-s-0"
                  >
                    {" "}
                    Notify me{" "}
                  </Button>
                </div>
              )}
            </Field>
          </form>
        )}
        {asked ? (
          <Suspense fallback={null}>
            <EmailQuestion
              // Forgets a corrected address once it is sent, because the confirmation then names it.
              key={sentTo}
              email={asked}
              onEmail={(meant) => {
                setEmail(meant);
                setTyped(meant);
                if (answer !== "sent" && answer !== "sending") return;
                // The email went to the mistyped address, so another one is sent to the corrected address.
                box.current?.focus();
                void send(meant);
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}
