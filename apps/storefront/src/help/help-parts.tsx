import { AccordionItem } from "@vetrina/ui/accordion";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";

/** The heading of a help page and its introduction. */
export function HelpHeader({ title, lead }: { title: string; lead?: ReactNode }) {
  return (
    <header className="bg-tissue">
      <div className="sheet grid gap-4 pt-12 pb-10 lg:grid-cols-2 lg:items-end lg:gap-8 lg:pt-20 lg:pb-14">
        <h1 className="display text-h1">{title}</h1>
        {lead ? <p className="max-w-[48ch] text-lead">{lead}</p> : null}
      </div>
    </header>
  );
}

/** A section of a help page, with its heading at the side on wide screens. */
export function HelpSection({
  title,
  id,
  children,
}: {
  title: string;
  id?: string;
  children: ReactNode;
}) {
  const own = useId();
  return (
    <section
      id={id}
      aria-labelledby={own}
      className="sheet grid gap-x-8 gap-y-6 pt-14 lg:grid-cols-[1fr_2fr] lg:pt-20"
    >
      <h2 id={own} className="display max-w-[14ch] text-h2">
        {title}
      </h2>
      <div>{children}</div>
    </section>
  );
}

type Text = { title: string; text: string };

/** Numbered steps. */
export function Steps({ steps }: { steps: readonly Text[] }) {
  return (
    <ol className="grid gap-x-8 sm:grid-cols-2">
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className="grid grid-cols-[2.5rem_1fr] content-start gap-x-3 border-t border-ink pt-4 pb-8"
        >
          <span aria-hidden="true" className="display text-h2 leading-none text-chalk">
            {index + 1}
          </span>
          <div>
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 max-w-[44ch] text-graphite">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Questions with collapsible answers. */
export function Faq({ items }: { items: readonly Text[] }) {
  return (
    <div className="border-t border-line">
      {items.map(({ title, text }) => (
        <AccordionItem key={title} title={title}>
          <p className="max-w-measure">{text}</p>
        </AccordionItem>
      ))}
    </div>
  );
}

/** A list of short sentences. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="max-w-measure">
      {lines.map((line) => (
        <li key={line} className="border-b border-line py-3">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** A mailto link that is large enough to tap. */
export function MailLink({ email }: { email: string }) {
  return (
    <a
      href={`mailto:${email}`}
      className="text-link inline-flex min-h-target items-center font-medium"
    >
      {email}
    </a>
  );
}

/** A mailto link within a sentence. */
export function InlineMail({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className="text-link font-medium">
      {email}
    </a>
  );
}

/** Links to related pages. */
export function QuickLinks({
  title = "Quick links",
  links,
}: {
  title?: string;
  links: readonly { to: string; label: string }[];
}) {
  return (
    <nav aria-label={title}>
      <h2 className="text-small font-semibold">{title}</h2>
      <ul className="mt-1">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="text-link flex min-h-target w-fit items-center">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
