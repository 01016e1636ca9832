import { Link } from "react-router";
import { counted } from "../help/counted.ts";
import { Faq, HelpHeader, HelpSection, InlineMail, MailLink } from "../help/help-parts.tsx";
import { chatEmail, LiveChatLink } from "../help/live-chat.tsx";
import { warrantyWords } from "../help/promise-words.ts";
import { clientContext, storeContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/support";

export const handle: PageHandle = { noJs: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { id, promises, liveChat } = context.get(storeContext);
  const { faq, warranty, company } = await context.get(clientContext).stores.getHelp({ id });
  return { faq, warranty, company, promises, liveChat };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Support",
    description: "Questions and answers, warranty, returns, and how to reach us.",
    path: "/support",
  });
}

export default function Support({ loaderData }: Route.ComponentProps) {
  const { faq, warranty, company, promises, liveChat } = loaderData;
  const { contact, returnDays } = useStore();
  const covered = warranty.text || warrantyWords(promises);
  return (
    <>
      <HelpHeader
        title="Support"
        lead={
          <>
            Write to <InlineMail email={contact.email} /> or use the{" "}
            <Link to="/contact-us" className="text-link font-medium">
              contact form
            </Link>
            .
          </>
        }
      />
      {liveChat && chatEmail(liveChat) === undefined ? (
        <HelpSection title="Live chat" id="live-chat">
          <LiveChatLink liveChat={liveChat} />
        </HelpSection>
      ) : null}
      {faq.length > 0 ? (
        <HelpSection title="Questions">
          <Faq items={faq} />
        </HelpSection>
      ) : null}
      {covered ? (
        <HelpSection title={warranty.title} id="warranty">
          <p className="max-w-measure text-lead">{covered}</p>
        </HelpSection>
      ) : null}
      <HelpSection title="Returns" id="returns">
        <p className="max-w-measure text-lead">
          {returnDays > 0
            ? `Within ${counted(returnDays, "day")} from delivery, with the form on the returns page or by email to ${contact.email}.`
            : `Email ${contact.email} about a return.`}
        </p>
        <Link to="/returns" className="text-link mt-2 inline-flex min-h-target items-center">
          How returns work
        </Link>
      </HelpSection>
      {company.length > 0 ? (
        <HelpSection title="Company" id="company">
          <div className="grid gap-x-8 sm:grid-cols-2">
            {company.map(({ title, text, email }) => (
              <section key={title} id={title.toLowerCase()} className="border-t border-line py-5">
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-1 max-w-[44ch] text-graphite">{text}</p>
                <MailLink email={email} />
              </section>
            ))}
          </div>
        </HelpSection>
      ) : null}
    </>
  );
}
