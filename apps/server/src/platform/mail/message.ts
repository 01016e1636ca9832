import type { Mail } from "./mailer.ts";

/** A mail as nodemailer takes it: written by a machine, and under an id that stays the same over all tries. */
export function messageOf({ id, to, from, subject, html, text }: Mail) {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    messageId: `<${id}@${domain}>`,
    to,
    from,
    subject,
    html,
    text,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}
