import { createHash } from "node:crypto";
import type { MailStore } from "./mail-store.ts";
import type { Mail } from "./mailer.ts";
import { renderMail } from "./template.ts";

/** The mail whose link proves that the address belongs to whoever asked. */
export function newsletterConfirmationMail(
  subscription: { email: string; token: string },
  store: MailStore,
): Mail {
  const { email, token } = subscription;
  const { html, text } = renderMail(store, {
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
  });
  return {
    id: `subscription-${createHash("sha256").update(token).digest("hex").slice(0, 32)}`,
    to: email,
    from: { name: store.name, address: store.contact.email },
    subject: `Confirm your subscription to ${store.name}`,
    html,
    text,
  };
}
