import { Button } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { dismissToasts, toast } from "@vetrina/ui/toast";
import { type FormEvent, Suspense, useRef, useState } from "react";
import { Form, useSearchParams } from "react-router";
import {
  failedText,
  type LookUpErrors,
  lookUpErrors,
  type LookUpInput,
  lookUpOrder,
  type LookUpResult,
  notFoundText,
} from "../order/look-up.ts";
import { afterPress } from "../lib/after-press.ts";
import { browserApi } from "../lib/api.ts";
import { clientContext, languageContext } from "../lib/context.ts";
import { pageMeta } from "../lib/seo.ts";
import { useRootData } from "../lib/store.ts";
import type { PageWords } from "../order-page/page-words.ts";
import { orderWords } from "../order-page/words/order-words.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import type { Route } from "./+types/order-tracking";

const KnownValues = whenNeeded(() => import("../order-page/known-values.tsx"));
const OwnValues = whenNeeded(() => import("../help/own-values.tsx"));
const TrackedOrder = whenNeeded(() => import("../order-page/tracked-order.tsx"));

/** Handles the lookup before hydration or without JavaScript. The form sends number and email in the body. */
export async function action({ request, context }: Route.ActionArgs) {
  const input = inputOf(await request.formData());
  const { language } = context.get(languageContext);
  const result = await lookUpOrder(() => context.get(clientContext), input, logFailure);
  const page = result.status === "found" ? await pageWords(language) : null;
  return { input, result, page };
}

/**
 * Keeps other sites from receiving the order number in the URL. The policy isn't no-referrer, because forms would then
 * be sent without their origin and be rejected.
 */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Order tracking",
    description: "Check your order's status with its number and your email.",
    path: "/order-tracking",
    noIndex: true,
  });
}

export default function OrderTracking({ actionData }: Route.ComponentProps) {
  const { store, language } = useRootData();
  const { contact } = store;
  const [query] = useSearchParams();
  const [isSubmitted, setSubmitted] = useState(actionData !== undefined);
  const [result, setResult] = useState<LookUpResult | null>(actionData?.result ?? null);
  const [page, setPage] = useState<PageWords | null>(actionData?.page ?? null);
  const [isRead, setRead] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<LookUpErrors>(errorsOf(actionData?.result ?? null));
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const input = inputOf(new FormData(event.currentTarget));
    setSubmitted(true);
    setBusy(true);
    dismissToasts();
    const [answer, texts] = await Promise.all([
      lookUpOrder(browserApi, input, logFailure),
      pageWords(language).catch(() => null),
    ]);
    const found = answer.status === "found" && texts === null ? noTexts : answer;
    setBusy(false);
    setPage(texts);
    setResult(found);
    setErrors(errorsOf(found));
    if (found.status === "invalid")
      form.current?.querySelector<HTMLElement>(`[name=${Object.keys(found.errors)[0]}]`)?.focus();
    if (found.status === "not-found")
      toast({ title: notFoundText(contact.email), tone: "destructive", duration: 8_000 });
    if (found.status === "failed") toast({ title: failedText, tone: "destructive" });
  }
  function dropSolvedErrors() {
    const left = form.current ? lookUpErrors(inputOf(new FormData(form.current))) : {};
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => name in left)),
    );
  }
  /** A field that isn't empty is checked on blur. Its error is removed while the field is edited. */
  function field(name: keyof LookUpInput) {
    return {
      name,
      error: errors[name],
      onChange: () => setErrors((before) => ({ ...before, [name]: undefined })),
      onBlur: () =>
        afterPress(() => {
          const input = form.current && inputOf(new FormData(form.current));
          if (input?.[name].trim())
            setErrors((before) => ({ ...before, [name]: lookUpErrors(input)[name] }));
        }),
    };
  }

  const isInToast = result !== actionData?.result && result?.status !== "limited";
  return (
    <section className="sheet grid gap-10 py-10 lg:grid-cols-[24rem_1fr] lg:gap-x-16 lg:py-16">
      <div>
        <h1 className="display text-h1">Order tracking</h1>
        <p className="mt-4 mb-8 max-w-measure">
          Enter your order number and email. You'll find both in your confirmation email. You don't
          need an account.
        </p>
        <Form
          ref={form}
          method="post"
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid gap-4"
        >
          <Suspense fallback={null}>
            <KnownValues
              form={form}
              onRead={(isAsked) => {
                dropSolvedErrors();
                setRead(true);
                if (isAsked) form.current?.requestSubmit();
              }}
            />
            {/* Runs after KnownValues, because an order's email takes precedence over the account's. */}
            {isRead ? <OwnValues form={form} onFill={dropSolvedErrors} /> : null}
          </Suspense>
          <TextField
            {...field("orderNumber")}
            id="tracking-number"
            label="Order number"
            hint="Eight letters and digits, like 7K3M-9QXZ."
            defaultValue={actionData?.input.orderNumber ?? query.get("order") ?? ""}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="next"
          />
          <TextField
            {...field("email")}
            id="tracking-email"
            label="Email"
            hint="The email used for the order."
            defaultValue={actionData?.input.email ?? ""}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
          />
          <Button type="submit" size="cta" busy={isBusy} busyText="Looking up your order…">
            Track Order
          </Button>
        </Form>
        <Message
          text={isSubmitted && !isBusy ? messageOf(result, isInToast ? null : contact.email) : null}
          isInToast={isInToast}
        />
      </div>
      {isSubmitted && result?.status === "found" && page !== null ? (
        <Suspense fallback={null}>
          <TrackedOrder key={result.order.id} order={result.order} page={page} />
        </Suspense>
      ) : null}
    </section>
  );
}

const noTexts: LookUpResult = { status: "failed" };

async function pageWords(language: string): Promise<PageWords> {
  return { words: await orderWords(language), language };
}

/** A message that stays under the form after the toast is gone. If a toast announces it, it is not announced again. */
function Message({ text, isInToast }: { text: string | null; isInToast: boolean }) {
  const look = "mt-4 block font-medium text-pin";
  return (
    <>
      <output className={look}>{isInToast ? null : text}</output>
      {isInToast && text !== null ? <p className={look}>{text}</p> : null}
    </>
  );
}

/** The message under the form. `email`: the store's address; null if a toast already shows it. */
function messageOf(result: LookUpResult | null, email: string | null): string | null {
  switch (result?.status) {
    case "limited":
      return "Too many attempts. Wait a minute and try again.";
    case "not-found":
      return email === null ? "No order has this number and email." : notFoundText(email);
    case "failed":
      return "We couldn't look up the order. Try again in a moment.";
    default:
      return null;
  }
}

function errorsOf(result: LookUpResult | null): LookUpErrors {
  return result?.status === "invalid" ? result.errors : {};
}

function inputOf(form: FormData): LookUpInput {
  const text = (name: keyof LookUpInput) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return { orderNumber: text("orderNumber"), email: text("email") };
}

/** Logs a failure without its full error, because the call's URL contains the order number and email. */
function logFailure(error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: "unknown" };
  console.error("The order lookup failed.", name, message);
}
