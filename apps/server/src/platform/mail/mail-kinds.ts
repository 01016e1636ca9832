import type { Address } from "@vetrina/contract/common";

/**
 * The emails about accounts, by kind, with their data. The data contains no secret: a one-time token is derived from
 * its id (auth/mailed-token.ts) when the email is composed.
 */
export type AccountMails = {
  "verify-email": { tokenId: string } & AskedAt;
  /** To the owner of an address, if someone registers it again. */
  "account-exists": AskedAt;
  "reset-password": { tokenId: string } & AskedAt;
  /**
   * `keepsSession`: the session that changed the password stays signed in; absent after a reset, which ends all
   * sessions.
   */
  "password-changed": { keepsSession?: true } & AskedAt;
  /** To the new address, which must be verified. */
  "change-email": { tokenId: string } & AskedAt;
  /** To the old address, when a change is requested. */
  "email-change-asked": AskedAt;
  /** To the old address, after the change. */
  "email-changed": AskedAt;
  "two-factor-on": AskedAt;
  "two-factor-off": AskedAt;
  /** `at`: ISO 8601. `device`: the browser and operating system as text, if known. */
  "new-sign-in": { at: string; device: string | null } & AskedAt;
  /** `inviter`: the inviting person's name. `role`: the role's name. */
  invitation: { tokenId: string; inviter: string | null; role: string };
  /** To a store's contact address, to verify it. `store`: the store's name as nameLikeSlug writes it. */
  "store-email": { tokenId: string; store: string };
};

/** A store also sends its users' account emails, in its own name. */
export type StoreMails = AccountMails & {
  "order-confirmation": MailedOrder;
  "order-shipped": MailedOrder & { shipmentId: string };
  "order-delivered": MailedOrder & { shipmentId: string };
  /**
   * `isRefunded`: the payment is being refunded. `refundId`: the id of that refund, missing in emails queued by an
   * earlier version.
   */
  "order-canceled": MailedOrder & { isRefunded: boolean; refundId?: string | null };
  /** A change that is waiting for payment, or one that was made. Amounts in minor units. */
  "order-changed": MailedOrder & {
    state: "open" | "applied";
    dueMinor: number;
    refundMinor: number;
    /** The buyer paid for the change, so its invoice is attached. */
    isPaid?: boolean;
    /** The refund of the price difference, whose credit note is attached; null if nothing is refunded. */
    refundId?: string | null;
    /** The change has a credit note of its own, which is attached instead of the refund's. */
    hasOwnNote?: boolean;
    /** Set if the buyer made the changes. Deleted once the email is sent. */
    before?: BeforeChanges;
  };
  "order-refunded": MailedOrder & { refundId: string };
  /** The pay link of a draft order, whose order will have the same id. */
  "order-payment-link": MailedOrder;
  /** Double opt-in for all subscriptions: newsletter, launch announcement and back in stock. */
  "subscription-asked": { subscriptionId: string; nonce: string };
  "subscription-confirmed": { subscriptionId: string };
  /** To a back-in-stock subscriber. Queued by door.notify_subscribers. */
  "back-in-stock": { subscriptionId: string };
  /** To the store itself. */
  "low-stock": { levels: { variantId: string; location: string }[] };
  /** To each owner and each member who manages orders. */
  "order-disputed": { orderId: string; disputeId: string };
  /**
   * To each owner and each member who manages orders, if a refund failed, or if the system could not start a refund of
   * `amountMinor` that is due.
   */
  "refund-failed": { orderId: string } & ({ refundPaymentId: string } | { amountMinor: number });
  /** To each owner, because staff may change where the store's links lead. */
  "primary-host-changed": { host: string };
  /** To each owner, because staff may change where the store's messages go. */
  "contact-address-changed": { email: string };
  /** To the store's contact address: a message from the contact form. `returnOf`: the order to return, if any. */
  "contact-message": { messageId: string; returnOf?: string };
  /**
   * To the sender of a message from the contact form, whose address is not verified. `host`: where the message was
   * written.
   */
  "contact-copy": { messageId: string; returnOf?: string; host?: string | null };
};

export type MailKind = keyof StoreMails;

/**
 * The data of an email that contains the link of an order or draft. `linkVersion`: the version of its links when the
 * email was queued, missing in emails queued by an earlier version. `isResent`: staff sent an earlier email again.
 */
export type MailedOrder = { orderId: string; linkVersion?: number; isResent?: true };

/**
 * An order's former values: the variant's name of each changed item by the item's id, and the shipping address if it was
 * changed.
 */
export type BeforeChanges = { items: Record<string, string>; address?: Address | null };

/**
 * The slug of the store whose pages the user was on, for an email from the platform, and its name as nameLikeSlug
 * writes it. Emails queued by an earlier version have no `storeName`.
 */
type AskedAt = { store?: string; storeName?: string };

/**
 * Set in an account email from a store if the user was on that store's pages at the platform's own host. The email's
 * links then lead to that host, where the user is signed in, instead of to the store's subdomain.
 */
export type AtPlatformHost = { isAtPlatformHost?: true };

/**
 * Emails about an account. They are deleted with the account. Invitations and store-email are not included, because
 * their recipients may have no account.
 */
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

/**
 * Emails to many recipients at once. They have jobs of their own, so that they don't delay emails that someone awaits.
 */
export const bulkMails: ReadonlySet<string> = new Set<MailKind>(["back-in-stock"]);

/** Emails about money that may move after the store was deleted. Other emails of a deleted store are dropped. */
export const sentByClosedStores: ReadonlySet<string> = new Set<MailKind>([
  "order-refunded",
  "order-disputed",
  "refund-failed",
]);
