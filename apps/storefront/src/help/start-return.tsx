import type { Client } from "@vetrina/client/types";
import { Button, buttonClass } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { Select } from "@vetrina/ui/select";
import { useEffect, useRef, useState } from "react";
import { Form, Link } from "react-router";
import { useStore } from "../lib/store.ts";
import { InlineMail } from "./help-parts.tsx";
import {
  check,
  type FormErrors,
  returnDraft,
  returnMessage,
  returnReasons,
  returnRules,
  type Values,
} from "./mail-draft.ts";
import { MailForm } from "./mail-form.tsx";
import { MailOutcome } from "./mail-outcome.tsx";
import { MessageSent, SendFailure, SendFromPage } from "./send-from-page.tsx";
import { sendFailureOf, sendMessage, type SendResult } from "./send-message.ts";
import { useMailForm } from "./use-mail-form.ts";

/** Maximum length of an entered value that the page shows again next to an error. */
export const maxTyped = 1000;

const reasons = [
  { value: "", label: "Choose a reason", disabled: true },
  ...returnReasons.map((reason) => ({ value: reason, label: reason })),
];

type Answer = { values: Values; result: SendResult };

/** Sends the return form as a message to the store. */
export async function sendReturn(
  client: () => Pick<Client, "contact"> | Promise<Pick<Client, "contact">>,
  storeId: string,
  values: Values,
  onFailure: (error: unknown) => void,
): Promise<SendResult> {
  const errors = check(values, returnRules);
  if (Object.keys(errors).length > 0) return { status: "invalid", errors };
  const result = await sendMessage(client, storeId, returnMessage(values), onFailure);
  return result.status === "invalid" ? { ...result, errors: ofForm(result.errors) } : result;
}

/**
 * The form that starts a return. It is sent by the visitor's email app or by the page itself. `order` is the initial
 * order number.
 */
export function StartReturn({ answer, order }: { answer: Answer | undefined; order: string }) {
  const { contact } = useStore();
  const start = answer
    ? {
        values: answer.values,
        errors: answer.result.status === "invalid" ? answer.result.errors : {},
      }
    : { values: { orderNumber: order }, errors: {} };
  const form = useMailForm(
    "return",
    returnRules,
    (values) => returnDraft(contact.email, values),
    start,
  );
  const { stage, draft, values, errors, forget, edit, formProps } = form;
  const [sentFor, setSentFor] = useState<string | null>(
    answer?.result.status === "sent" ? (answer.values["email"] ?? "") : null,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  function confirm() {
    forget();
    setSentFor(values["email"] ?? "");
  }
  if (sentFor !== null)
    return (
      <MessageSent
        email={sentFor}
        again={
          <Link to="/returns" className={buttonClass({ variant: "secondary" })}>
            Back to returns
          </Link>
        }
      />
    );
  if (stage !== "writing" && draft)
    return (
      <MailOutcome
        key={stage}
        stage={stage}
        draft={draft}
        onAgain={() => edit()}
        onRetry={() => edit()}
        again="Change the details"
        send={
          <SendFromPage
            values={returnMessage(values)}
            onSent={confirm}
            onInvalid={(found) => edit(ofForm(found))}
          />
        }
      />
    );
  return (
    <section
      id="start-return"
      aria-labelledby="start-return-title"
      className="mt-2 border border-ink p-5 lg:p-8"
    >
      <h3
        ref={heading}
        id="start-return-title"
        tabIndex={-1}
        className="display text-h3 outline-none"
      >
        Start a return
      </h3>
      <p className="mt-3 max-w-measure text-graphite noscript:hidden">
        This opens an email to <InlineMail email={contact.email} /> in your email app. If none
        opens, you can send it from this page.
      </p>
      <MailForm label="Start a return" form={formProps} className="mt-6 grid gap-6">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField
            label="Order number"
            name="orderNumber"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint="Eight letters and digits, like 7K3M-9QXZ."
            defaultValue={values["orderNumber"]}
            error={errors["orderNumber"]}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            hint="The email used for the order."
            defaultValue={values["email"]}
            error={errors["email"]}
          />
        </div>
        <TextField
          label="Items and sizes"
          name="items"
          optional
          maxLength={500}
          autoComplete="off"
          hint="What you are returning. For an exchange, add the size you want."
          defaultValue={values["items"]}
          error={errors["items"]}
        />
        <Select
          label="Reason"
          name="reason"
          defaultValue={values["reason"] ?? ""}
          options={reasons}
          error={errors["reason"]}
        />
        <SendFailure text={sendFailureOf(answer?.result)} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className="noscript:hidden">
            Write the email
          </Button>
          <noscript>
            <Button type="submit">Send the return</Button>
          </noscript>
          <Button type="submit" form="cancel-return" variant="secondary">
            Cancel
          </Button>
        </div>
      </MailForm>
      <Form id="cancel-return" method="get" action="/returns" preventScrollReset replace />
    </section>
  );
}

/** Assigns the errors of the contact message, which was built from the return form, to that form's fields. */
function ofForm({ name, message, ...rest }: FormErrors): FormErrors {
  return {
    ...rest,
    ...(name && { orderNumber: name }),
    ...(message && { items: "This is too long. Use at most 500 characters." }),
  };
}
