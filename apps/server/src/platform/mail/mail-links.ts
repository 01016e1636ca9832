import type { MailedPurpose } from "../auth/mailed-token.ts";

/** The account pages that emails link to, under the sender's accountOrigin. */
const pages: Record<MailedPurpose, string> = {
  "verify-email": "/verify-email",
  "reset-password": "/reset-password",
  "change-email": "/confirm-email",
  invitation: "/invitation",
  "store-email": "/confirm-store-email",
};

/**
 * The link that contains an emailed token. `store`: the slug of the store where the email was requested. The page leads
 * back to it.
 */
export function tokenLink(
  accountOrigin: string,
  purpose: MailedPurpose,
  token: string,
  store?: string,
): string {
  const query = new URLSearchParams({ token, ...(store !== undefined && { store }) });
  return `${accountOrigin}${pages[purpose]}?${query.toString()}`;
}

export function signInLink(accountOrigin: string): string {
  return `${accountOrigin}/login`;
}

/** The page for a new password. Without a token, it asks for the address and sends the email with a token. */
export function newPasswordLink(accountOrigin: string): string {
  return `${accountOrigin}${pages["reset-password"]}`;
}

/** A page with a button that ends the subscription. Email clients also POST to its URL directly (RFC 8058). */
export function unsubscribeLink(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe?token=${encodeURIComponent(token)}`;
}
