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
 * back to that store.
 */
export function tokenLink(
  accountOrigin: string,
  purpose: MailedPurpose,
  token: string,
  store?: string,
): string {
  return pageLink(accountOrigin, pages[purpose], { token, ...(store !== undefined && { store }) });
}

/** The sign-in page. If `store` (a slug) is given, the page leads to that store's sign-in page. */
export function signInLink(accountOrigin: string, store?: string): string {
  return pageLink(accountOrigin, "/login", store === undefined ? {} : { store });
}

/**
 * The page on which a user enters an email address to get a link for setting a new password. If `store` (a slug) is
 * given, the page leads on to the same page of that store.
 */
export function newPasswordLink(accountOrigin: string, store?: string): string {
  return pageLink(accountOrigin, pages["reset-password"], store === undefined ? {} : { store });
}

function pageLink(origin: string, path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return `${origin}${path}${text === "" ? "" : `?${text}`}`;
}

/** A page with a button that ends the subscription. Email clients also POST to its URL directly (RFC 8058). */
export function unsubscribeLink(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe?token=${encodeURIComponent(token)}`;
}
