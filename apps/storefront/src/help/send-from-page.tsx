import { Button } from "@vetrina/ui/button";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import type { FormErrors, Values } from "./mail-draft.ts";
import { sendFailureOf, sendMessage } from "./send-message.ts";

type SendFromPageProps = {
  values: Values;
  onSent: () => void;
  onInvalid: (errors: FormErrors) => void;
};

/** Sends the message without an email app. A failure is shown next to the button. */
export function SendFromPage({ values, onSent, onInvalid }: SendFromPageProps) {
  const { id } = useStore();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function send() {
    setBusy(true);
    setFailure(null);
    const result = await sendMessage(browserApi, id, values, logFailure);
    setBusy(false);
    if (result.status === "sent") onSent();
    else if (result.status === "invalid") onInvalid(result.errors);
    else setFailure(sendFailureOf(result));
  }
  return (
    <>
      <SendFailure text={failure} />
      <Button busy={isBusy} busyText="Sending…" onClick={() => void send()} className="min-w-56">
        Send from this page
      </Button>
    </>
  );
}

/** Why a message was not sent. Screen readers announce it. */
export function SendFailure({ text }: { text: string | null }) {
  return (
    <p role="alert" className="basis-full font-medium text-pin empty:hidden">
      {text}
    </p>
  );
}

/** Replaces the form once its message has been sent from the page. `again` is the control below the confirmation. */
export function MessageSent({ email, again }: { email: string; again: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid content-start justify-items-start gap-4 border-t border-ink pt-6">
      <h2 ref={heading} tabIndex={-1} className="display text-h2 outline-none">
        Message sent
      </h2>
      <p className="max-w-measure text-lead wrap-anywhere">
        Thank you. We'll reply to {email}, where you should also find a copy of your message.
      </p>
      {again}
    </div>
  );
}

/** Logs a failure without the visitor's input. */
function logFailure(error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: "unknown" };
  console.error("The message could not be sent.", name, message);
}
