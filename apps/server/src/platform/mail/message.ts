import { domainToASCII } from "node:url";
import type { Mail, Unsubscribe } from "./mailer.ts";

/** A mail as nodemailer takes it: written by a machine, and under an id that stays the same over all tries. */
export function messageOf({ id, to, from, replyTo, subject, html, text, unsubscribe }: Mail) {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    messageId: `<${id}@${domainToASCII(domain) || "localhost"}>`,
    // As an object, so that no comma or bracket in it can make two addresses of one.
    to: { name: "", address: to },
    from,
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    subject,
    html,
    text,
    // Files and addresses in a mail's parts are never fetched.
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
