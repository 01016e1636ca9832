import { Button } from "@vetrina/ui/button";
import { TextArea, TextField } from "@vetrina/ui/field";
import { Select } from "@vetrina/ui/select";
import { HelpHeader, InlineMail, MailLink, QuickLinks } from "../help/help-parts.tsx";
import { contactDraft, contactRules, contactSubjects } from "../help/mail-draft.ts";
import { MailOutcome } from "../help/mail-outcome.tsx";
import { useMailForm } from "../help/use-mail-form.ts";
import { SocialLinks } from "../components/social-links.tsx";
import { LiveChatLink } from "../help/live-chat.tsx";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
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

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Contact us",
    description: "Write to us, or come by: address and business hours.",
    path: "/contact-us",
  });
}

export default function ContactUs() {
  const { contact } = useStore();
  return (
    <>
      <HelpHeader
        title="Contact us"
        lead="A person reads every message. Write to us below, or by email."
      />
      <div className="sheet grid gap-x-16 gap-y-14 pt-10 lg:grid-cols-[3fr_2fr] lg:pt-14">
        <ContactForm email={contact.email} />
        <div className="grid content-start gap-10">
          <section aria-labelledby="studio">
            <h2 id="studio" className="text-small font-semibold">
              Studio
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
                    <dd className="tabular-nums">{hours}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ) : null}
          <LiveChatLink />
          <SocialLinks />
          <QuickLinks links={links} />
        </div>
      </div>
    </>
  );
}

function ContactForm({ email }: { email: string }) {
  const { stage, draft, errors, filled, reset, formProps } = useMailForm(contactRules, (values) =>
    contactDraft(email, values),
  );
  if (stage !== "writing" && draft)
    return (
      <MailOutcome
        key={stage}
        stage={stage}
        draft={draft}
        onAgain={reset}
        again="Send Another Message"
      />
    );
  return (
    <form {...formProps} aria-label="Contact" className="grid content-start gap-6">
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="Name" name="name" autoComplete="name" error={errors["name"]} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          error={errors["email"]}
        />
      </div>
      <Select
        label="Subject"
        name="subject"
        defaultValue=""
        options={subjects}
        error={errors["subject"]}
      />
      <TextArea label="Message" name="message" rows={7} error={errors["message"]} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" size="cta" disabled={!filled}>
          Send Message
        </Button>
        <p className="text-small text-graphite">Opens your email app with the message filled in.</p>
      </div>
      <noscript>
        <p>
          The form needs JavaScript. Please write to <InlineMail email={email} /> instead.
        </p>
      </noscript>
    </form>
  );
}
