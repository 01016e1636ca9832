import { copyConfirmationMs } from "@vetrina/commerce/constants";
import { Button, type ButtonLook } from "@vetrina/ui/button";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { draftText, type MailDraft } from "./mail-draft.ts";
import { MailLink } from "./help-parts.tsx";

type MailOutcomeProps = {
  stage: "sent" | "fallback";
  draft: MailDraft;
  /** Called by the button that `again` labels. */
  onAgain: () => void;
  /** Called by Try Again: returns to the form with what was typed. */
  onRetry: () => void;
  /** The label of the button once the email app has opened. */
  again: string;
  /** The button that sends the message from the page, if the form offers that. */
  send?: ReactNode;
};

/** The classes of a description list's term. On a phone, the term is directly above its description. */
const term = "text-graphite max-sm:pt-3 max-sm:text-small sm:py-3";

/**
 * Shown after a form has passed its message to the email app. Confirms that the app opened, or explains how to send the
 * message manually. Use the stage as its key, so that each new heading takes focus.
 */
export function MailOutcome({ stage, draft, onAgain, onRetry, again, send }: MailOutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return stage === "sent" ? (
    <div className="grid justify-items-start gap-4 border-t border-ink pt-6">
      <h2 ref={heading} tabIndex={-1} className="display text-h2 outline-none">
        Email Client Opened!
      </h2>
      <p className="max-w-measure text-lead">
        Your message is ready in your email app. Send it there and we'll reply.
      </p>
      <Button variant="secondary" onClick={onAgain}>
        {again}
      </Button>
    </div>
  ) : (
    <div className="grid justify-items-start gap-4 border-t border-ink pt-6">
      <h2 ref={heading} tabIndex={-1} className="display text-h2 outline-none">
        Email Client Not Found
      </h2>
      <p className="max-w-measure text-lead">
        {send
          ? "No email app opened. Send the message from this page, or copy it and send it from your email account."
          : "No email app opened. Copy the message and send it from your email account."}
      </p>
      <dl className="grid w-full gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt className={term}>To</dt>
        <dd>
          <MailLink email={draft.to} />
        </dd>
        <dt className={term}>Subject</dt>
        <dd className="wrap-anywhere sm:py-3">{draft.subject}</dd>
        <dt className={term}>Message</dt>
        <dd className="border border-line bg-white p-4 wrap-anywhere whitespace-pre-wrap">
          {draft.body}
        </dd>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        {send}
        <CopyButton text={draftText(draft)} variant={send ? "secondary" : "primary"} />
        <Button variant="secondary" onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </div>
  );
}

/** A button that copies the message and shows a confirmation for 3 s. */
function CopyButton({ text, variant }: { text: string } & Pick<ButtonLook, "variant">) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copyConfirmationMs);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      console.error("The text could not be copied.", error);
    }
  }
  return (
    <>
      <Button variant={variant} onClick={() => void copy()} className="min-w-56">
        {copied ? "Copied to Clipboard" : "Copy Email Content"}
      </Button>
      <output className="sr-only">{copied ? "Copied to Clipboard" : null}</output>
    </>
  );
}
