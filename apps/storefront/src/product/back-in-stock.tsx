import { isApiError } from "@vetrina/client/api-error";
import { Button } from "@vetrina/ui/button";
import { Field } from "@vetrina/ui/field";
import { type SyntheticEvent, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { emailPattern } from "../lib/email-pattern.ts";
import { useStore } from "../lib/store.ts";
import { RecordedOrders } from "../order/waiting/recorded-orders.tsx";

type Answer = "idle" | "sending" | "sent" | "invalid" | "limited" | "failed";

const errors: Partial<Record<Answer, string>> = {
  invalid: "Enter an email address like name@example.com.",
  limited: "Too many attempts. Try again in a minute.",
  failed: "Something went wrong. Try again in a moment.",
};

type Props = {
  /** The name of the sold-out variant. */
  what: string;
  variantId: string;
  /** A sentence that names the variant still chosen; null if that variant is sold out too. */
  stillChosen: string | null;
};

/**
 * Lets the shopper ask to be emailed when a sold-out variant is available again. Loaded lazily (a default export), only
 * if something is sold out.
 */
export default function BackInStock({ what, variantId, stillChosen }: Props) {
  const { id: storeId } = useStore();
  const [answer, setAnswer] = useState<Answer>("idle");

  async function send(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get("email");
    const email = typeof value === "string" ? value.trim() : "";
    if (!emailPattern.test(email)) return setAnswer("invalid");
    setAnswer("sending");
    try {
      await (
        await browserApi()
      ).customers.subscribe({ storeId, body: { email, source: "back-in-stock", variantId } });
      setAnswer("sent");
    } catch (error) {
      if (isApiError(error, "VALIDATION_FAILED")) setAnswer("invalid");
      else setAnswer(isApiError(error, "RATE_LIMITED") ? "limited" : "failed");
    }
  }

  return (
    <>
      <RecordedOrders variantId={variantId} />
      <div className="border border-line bg-white p-4">
        <p className="text-small font-medium">
          {what}: <span className="text-pin">Out of Stock</span>
        </p>
        {stillChosen === null ? null : <p className="mt-2 text-small">{stillChosen}</p>}
        {answer === "sent" ? (
          <output className="mt-2 block text-small">
            Almost done. Open the link in the email we just sent you.
          </output>
        ) : (
          <form noValidate onSubmit={(event) => void send(event)} className="mt-2">
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
      </div>
    </>
  );
}
