/**
 * Every mail there is, and what it has to know: ids, and nothing secret. A one-time token is made from its id
 * (auth/mailed-token.ts) when the mail is written.
 */
export type AccountMails = {
  "verify-email": { tokenId: string } & AskedAt;
  /** To somebody who registers with an address that has an account. */
  "account-exists": AskedAt;
  "reset-password": { tokenId: string } & AskedAt;
  "password-changed": NoData;
  /** To the new address, which has to be proven. */
  "change-email": { tokenId: string };
  /** To the old address, when a change is asked for. */
  "email-change-asked": NoData;
  /** To the old address, when it was changed. */
  "email-changed": NoData;
  "two-factor-on": NoData;
  "two-factor-off": NoData;
  /** `at`: ISO 8601. `device`: a browser and a system in words, where known. */
  "new-sign-in": { at: string; device: string | null };
  /** `inviter`: a name. `role`: a role's name. */
  invitation: { tokenId: string; inviter: string | null; role: string };
  /** To a store's contact address, which has to be proven. `store`: its slug, because its name is free words. */
  "store-email": { tokenId: string; store: string };
};

/** A store also sends its people's account mails, in its own name. */
export type StoreMails = AccountMails & {
  "order-confirmation": { orderId: string };
  /** Double opt-in, of the newsletter's lists and of who waits for a sold-out variant. */
  "subscription-asked": { subscriptionId: string; nonce: string };
  "subscription-confirmed": { subscriptionId: string };
  /** To who waited for a sold-out variant; queued by door.tell_waiters. */
  "back-in-stock": { subscriptionId: string };
  /** To the store itself. */
  "low-stock": { levels: { variantId: string; location: string }[] };
  /** To each owner: staff may change where the store's links lead. */
  "primary-host-changed": { host: string };
  /** To the store's contact address: what somebody wrote with the contact form. */
  "contact-message": { messageId: string };
  /** To the address that was entered with it, which nobody has proven. */
  "contact-copy": { messageId: string };
};

export type MailKind = keyof StoreMails;

/** The slug of the store whose pages were in use, in a mail that the platform sends: its name would be the owner's free words. */
type AskedAt = { store?: string };

type NoData = Record<string, never>;

/** What only who has an account gets: it goes with the account. An invitation is to somebody who may have none. */
export const mailsToAccounts: readonly string[] = [
  "verify-email",
  "account-exists",
  "reset-password",
  "password-changed",
  "change-email",
  "email-change-asked",
  "email-changed",
  "two-factor-on",
  "two-factor-off",
  "new-sign-in",
] satisfies Exclude<keyof AccountMails, "invitation" | "store-email">[];

/** Sent to many at once: they let what somebody waits for go first. */
export const bulkMails: ReadonlySet<string> = new Set<MailKind>(["back-in-stock"]);
