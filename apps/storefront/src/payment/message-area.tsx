import { Button } from "@vetrina/ui/button";
import type { Message } from "./outcome-message.ts";

/** Scrolls to the message, because a shopper who returns from a provider's page is at the top of the checkout. */
function show(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: "nearest" });
}

/** Shows and announces messages about the payment, from the provider and the shop. Blue in every theme. */
export function MessageArea({
  message,
  onAction,
}: {
  message: Message | null;
  /** Tries the payment again with the current data. null: the message shows no button for this. */
  onAction: (() => void) | null;
}) {
  const box = message ? (
    <div
      ref={show}
      className="grid justify-items-start gap-3 border-2 border-message bg-message-paper px-4 py-3 whitespace-pre-line text-message"
    >
      <p>{message.text}</p>
      {message.action && onAction ? (
        <Button variant="secondary" size="target" onClick={onAction}>
          {message.action}
        </Button>
      ) : null}
    </div>
  ) : null;
  return (
    <div>
      <output className="block">{message?.tone === "notice" ? box : null}</output>
      <div role="alert">{message?.tone === "error" ? box : null}</div>
    </div>
  );
}
