import { domainToASCII } from "node:url";
import type { Mail, Unsubscribe } from "./mailer.ts";

/** An email in nodemailer's format: marked as automatic, with a Message-ID that stays the same for all attempts. */
export function messageOf(mail: Mail) {
  const { id, to, from, replyTo, subject, html, text, unsubscribe, attachments = [] } = mail;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    messageId: `<${id}@${domainToASCII(domain) || "localhost"}>`,
    // An object, so that a comma or bracket cannot turn the address into two addresses.
    to: { name: "", address: to },
    from,
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    subject,
    html,
    text,
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    // Never fetches files or URLs in an email's parts.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe)),
    },
  };
}

function unsubscribeHeaders({ url, oneClick }: Unsubscribe): Record<string, string> {
  return {
    "List-Unsubscribe": `<${url}>`,
    ...(oneClick ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
  };
}
