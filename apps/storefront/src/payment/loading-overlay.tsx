import { type ReactNode, useEffect, useRef } from "react";
import type { Phase } from "./pay-placed.ts";

const texts: Readonly<Record<string, { title: string; text: string }>> = {
  placing: { title: "Placing your order…", text: "We're reserving your items." },
  opening: { title: "Opening the payment…", text: "Your items are reserved for you." },
  processing: { title: "Confirming your payment…", text: "Please keep this page open." },
  waiting: {
    title: "Waiting for the payment provider…",
    text: "The provider hasn't confirmed your payment yet. We keep checking. Please don't pay again.",
  },
};

function approvingAt(provider: string) {
  return {
    title: `Continuing with ${provider}…`,
    text: "Approve the payment there. You'll return here afterward.",
  };
}

/**
 * Covers the page while the order is placed and the payment is confirmed. The caller makes the rest of the page inert.
 */
export function LoadingOverlay({ phase, children }: { phase: Phase; children?: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const message = phase.name === "approving" ? approvingAt(phase.provider) : texts[phase.name];
  const isShown = message !== undefined;

  useEffect(() => {
    if (isShown) element.current?.focus();
  }, [isShown]);
  if (!message) return null;
  return (
    <div
      ref={element}
      tabIndex={-1}
      className="fixed inset-0 z-50 grid place-items-center bg-paper px-gutter outline-none"
    >
      <output className="grid max-w-measure justify-items-center gap-3 text-center">
        <svg aria-hidden="true" viewBox="0 0 64 8" className="w-32 animate-pulse text-chalk">
          <path d="M0 4h64" stroke="currentColor" strokeWidth="2" strokeDasharray="6 4" />
        </svg>
        <p className="display text-h3">{message.title}</p>
        <p>{message.text}</p>
        {children}
      </output>
    </div>
  );
}
