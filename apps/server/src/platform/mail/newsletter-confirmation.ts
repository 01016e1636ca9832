import type { MailContent } from "./compose.ts";
import type { Sender } from "./sender.ts";

/** The mail whose link proves that the address belongs to whoever asked. */
export function newsletterConfirmationMail(token: string, store: Sender): MailContent {
  return {
    subject: `Confirm your subscription to ${store.name}`,
    preview: `One more step, and ${store.name} writes to you.`,
    heading: "Confirm your subscription",
    blocks: [
      {
        kind: "text",
        text: `Somebody asked for news from ${store.name} to be sent to this address. If it was you, confirm it here.`,
      },
      {
        kind: "button",
        label: "Confirm subscription",
        href: `${store.origin}/newsletter/confirm?token=${encodeURIComponent(token)}`,
      },
      {
        kind: "text",
        text: "If it was not you, do nothing: without the link nobody is subscribed.",
      },
    ],
    reason: `You get this mail because this address was entered at ${store.name}.`,
  };
}
