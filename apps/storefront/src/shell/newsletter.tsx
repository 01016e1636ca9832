import { Button } from "@vetrina/ui/button";
import { Field } from "@vetrina/ui/field";
import { Suspense, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { afterPress } from "../lib/after-press.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { unsentText } from "../lib/send-form.ts";

const EmailQuestion = whenNeeded(() => import("../lib/email-question.tsx"), false);

/** The home page's response to a newsletter sign-up. */
export type NewsletterResult = {
  status: "sent" | "empty" | "invalid" | "failed" | "unsent";
  email: string;
};

const errors: Partial<Record<NewsletterResult["status"], string>> = {
  empty: "Enter your email address.",
  invalid: "Enter an email address like name@example.com.",
  failed: "Something went wrong. Try again in a moment.",
  unsent: unsentText,
};

/** The newsletter sign-up form. Space is reserved for the confirmation, so that nothing moves. */
export function Newsletter({
  headline,
  text,
  result,
}: {
  headline: string;
  text: string;
  /** The response to a form that was sent without JavaScript. */
  result?: NewsletterResult | undefined;
}) {
  const fetcher = useFetcher<NewsletterResult>();
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  const [typed, setTyped] = useState("");
  const [submitted, setSubmitted] = useState("");
  const confirmation = useRef<HTMLOutputElement>(null);
  const answer = fetcher.data ?? result;
  const error = isEmpty ? errors.empty : answer && errors[answer.status];
  const sent = answer?.status === "sent";
  useEffect(() => {
    if (answer?.status === "sent" && input.current) input.current.value = "";
  }, [answer]);

  return (
    <section aria-labelledby="newsletter-title" className="mt-24 bg-fog lg:mt-32">
      <div className="sheet grid gap-x-8 gap-y-8 py-16 lg:grid-cols-2 lg:items-end lg:py-24">
        <h2 id="newsletter-title" className="display max-w-[12ch] text-h1">
          {headline}
        </h2>
        <fetcher.Form
          method="post"
          action="/?index"
          noValidate
          onSubmit={(event) => {
            const value = input.current?.value.trim() ?? "";
            const missing = value === "";
            setEmpty(missing);
            setTyped(value);
            setSubmitted(value);
            if (!missing) return;
            event.preventDefault();
            input.current?.focus();
          }}
        >
          <p className="mb-6 max-w-measure text-lead">{text}</p>
          <Field label="Email" error={error} onTone>
            {(control) => (
              <div className="flex">
                <input
                  ref={input}
                  {...control}
                  name="email"
                  type="email"
                  autoComplete="email"
                  enterKeyHint="send"
                  onChange={() => setEmpty(false)}
                  onBlur={({ target }) =>
                    afterPress(() => setTyped((before) => target.value.trim() || before))
                  }
                  defaultValue={sent ? "" : result?.email}
                  className="min-h-cta w-full min-w-0 border border-ink bg-white px-4 aria-invalid:border-2 aria-invalid:border-pin"
                />
                <Button
                  type="submit"
                  size="cta"
                  busy={fetcher.state !== "idle"}
                  busyText="Signing up"
                  className="shrink-0"
                >
                  Sign up
                </Button>
              </div>
            )}
          </Field>
          <output
            ref={confirmation}
            tabIndex={-1}
            className="mt-2 block min-h-target text-small font-medium wrap-anywhere"
          >
            {sent && !isEmpty && (submitted === "" || submitted === answer.email)
              ? `Almost done. Open the link in the email we just sent to ${answer.email}.`
              : null}
          </output>
          {typed ? (
            <Suspense fallback={null}>
              <EmailQuestion
                // Forgets a corrected address once it is sent, because the confirmation then names it.
                key={submitted}
                email={typed}
                onEmail={(meant) => {
                  if (!input.current) return;
                  input.current.value = meant;
                  setTyped(meant);
                  const isUnsent = fetcher.state === "idle" && error !== undefined;
                  if (typed !== submitted || isUnsent) return;
                  // The email went to the mistyped address, so another one is sent to the corrected address.
                  confirmation.current?.focus();
                  input.current.form?.requestSubmit();
                }}
              />
            </Suspense>
          ) : null}
        </fetcher.Form>
      </div>
    </section>
  );
}
