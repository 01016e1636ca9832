import { Button, buttonClass } from "@vetrina/ui/button";
import { TextArea, TextField } from "@vetrina/ui/field";
import { Select } from "@vetrina/ui/select";
import { useState } from "react";
import { data, Link } from "react-router";
import { HelpHeader, MailLink, QuickLinks } from "../help/help-parts.tsx";
import {
  contactDraft,
  contactRules,
  contactSubjects,
  type Values,
  valuesOf,
} from "../help/mail-draft.ts";
import { MailForm } from "../help/mail-form.tsx";
import { MailOutcome } from "../help/mail-outcome.tsx";
import { MessageSent, SendFailure, SendFromPage } from "../help/send-from-page.tsx";
import { sendFailureOf, sendMessage, type SendResult, sendStatuses } from "../help/send-message.ts";
import { useMailForm } from "../help/use-mail-form.ts";
import { SocialLinks } from "../shell/social-links.tsx";
import { chatEmail, LiveChatLink } from "../help/live-chat.tsx";
import { clientContext, reportContext, storeContext } from "../lib/context.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/contact-us";

const subjects = [
  { value: "", label: "Choose a subject", disabled: true },
  ...contactSubjects.map((subject) => ({ value: subject, label: subject })),
];
const links = [
  { to: "/shipping-info", label: "Shipping information" },
  { to: "/returns", label: "Returns and exchanges" },
  { to: "/size-guide", label: "Size guide" },
];

export function loader({ context }: Route.LoaderArgs) {
  const { contact, liveChat } = context.get(storeContext);
  return { contact, liveChat };
}

/**
 * Handles the form if it was sent before hydration or without JavaScript, when the page can't detect whether an email
 * app opens.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = valuesOf(await request.formData());
  const { id } = context.get(storeContext);
  const client = () => context.get(clientContext);
  const result = await sendMessage(client, id, typed, context.get(reportContext));
  const values = Object.fromEntries(
    Object.entries(maxShown).map(([name, max]) => [name, (typed[name] ?? "").slice(0, max)]),
  );
  const headers = { "cache-control": "no-store" };
  return data({ values, result }, { status: sendStatuses[result.status], headers });
}

/** Maximum length of each text that the page shows again with an error: at least twice the length that can be sent. */
const maxShown = { name: 240, email: 508, subject: 60, message: 8000 };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Contact us",
    description: "How to reach us: write a message, or use our email address.",
    path: "/contact-us",
  });
}

export default function ContactUs({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, liveChat } = loaderData;
  return (
    <>
      <HelpHeader title="Contact us" lead="Send us a message and we'll reply by email." />
      <div className="sheet grid gap-x-16 gap-y-14 pt-10 lg:grid-cols-[3fr_2fr] lg:pt-14">
        {actionData?.result.status === "sent" ? (
          <MessageSent
            email={actionData.values["email"] ?? ""}
            again={
              <Link to="/contact-us" className={buttonClass({ variant: "secondary" })}>
                Send Another Message
              </Link>
            }
          />
        ) : (
          <ContactForm email={contact.email} answer={actionData} />
        )}
        <div className="grid content-start gap-10">
          <section aria-labelledby="studio">
            <h2 id="studio" className="text-small font-semibold">
              {contact.address.length > 0 ? "Studio" : "Email"}
            </h2>
            <address className="mt-2 not-italic">
              {contact.address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
              <MailLink email={contact.email} />
              {contact.phone ? (
                <a
                  href={`tel:${contact.phone}`}
                  className="text-link flex min-h-target items-center"
                >
                  {contact.phone}
                </a>
              ) : null}
            </address>
          </section>
          {contact.hours.length > 0 ? (
            <section aria-labelledby="hours">
              <h2 id="hours" className="text-small font-semibold">
                Business hours
              </h2>
              <dl className="mt-2">
                {contact.hours.map(({ days, hours }) => (
                  <div key={days} className="grid max-w-80 grid-cols-2 border-b border-line py-2">
                    <dt>{days}</dt>
                    <dd className="digits">{hours}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ) : null}
          {liveChat === null ? null : (
            <section aria-labelledby="chat">
              <h2 id="chat" className="text-small font-semibold">
                {chatEmail(liveChat) === undefined ? "Live chat" : "Quick questions"}
              </h2>
              <LiveChatLink liveChat={liveChat} />
            </section>
          )}
          <SocialLinks />
          <QuickLinks links={links} />
        </div>
      </div>
    </>
  );
}

function ContactForm({ email, answer }: { email: string; answer: Answer | undefined }) {
  const start = answer === undefined ? undefined : startOf(answer);
  const form = useMailForm("contact", contactRules, (values) => contactDraft(email, values), start);
  const { stage, draft, values, errors, filled, reset, forget, edit, formProps } = form;
  const [sentFor, setSentFor] = useState<string | null>(null);
  function confirm() {
    forget();
    setSentFor(values["email"] ?? "");
  }
  function startAgain() {
    setSentFor(null);
    reset();
  }
  if (sentFor !== null)
    return (
      <MessageSent
        email={sentFor}
        again={
          <Button variant="secondary" onClick={startAgain}>
            Send Another Message
          </Button>
        }
      />
    );
  if (stage !== "writing" && draft)
    return (
      <MailOutcome
        key={stage}
        stage={stage}
        draft={draft}
        onAgain={reset}
        onRetry={() => edit()}
        again="Send Another Message"
        send={<SendFromPage values={values} onSent={confirm} onInvalid={edit} />}
      />
    );
  return (
    <MailForm label="Contact" form={formProps} className="grid content-start gap-6">
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={values["name"]}
          error={errors["name"]}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={values["email"]}
          error={errors["email"]}
        />
      </div>
      <Select
        label="Subject"
        name="subject"
        defaultValue={values["subject"] ?? ""}
        options={subjects}
        error={errors["subject"]}
      />
      <TextArea
        label="Message"
        name="message"
        rows={7}
        defaultValue={values["message"]}
        error={errors["message"]}
      />
      <SendFailure text={sendFailureOf(answer?.result)} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" size="cta" disabled={!filled} className="noscript:hidden">
          Send Message
        </Button>
        <p className="text-small text-graphite noscript:hidden">
          {filled ? null : "Fill in all four fields. "}
          Opens your email app. If none opens, you can send it from this page.
        </p>
        <noscript>
          <Button type="submit" size="cta">
            Send Message
          </Button>
        </noscript>
      </div>
    </MailForm>
  );
}

type Answer = { values: Values; result: SendResult };

function startOf({ values, result }: Answer) {
  return { values, errors: result.status === "invalid" ? result.errors : {} };
}
