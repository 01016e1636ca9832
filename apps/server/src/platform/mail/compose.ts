import type { Services } from "../context.ts";
import type { MailTexts } from "./languages/en.ts";
import type { StoreMails } from "./mail-kinds.ts";
import type { MailFile, Unsubscribe } from "./mailer.ts";
import type { Sender } from "./sender.ts";

/** A queued email that is ready to be sent. */
export type MailJob<T extends keyof StoreMails> = {
  /** The row's id, the same for each attempt. */
  id: string;
  /** null for the platform's own emails. */
  storeId: string | null;
  to: string;
  data: StoreMails[T];
  createdAt: Date;
};

/** Thrown by a composer whose email must wait a few seconds. It is not a failure. */
export class MailNotReady extends Error {
  override name = "MailNotReady";
}

/** The content of an email. HTML and plain text are both rendered from these parts, so that they are equivalent. */
export type MailContent = {
  subject: string;
  /** The preview that inboxes show after the subject. */
  preview: string;
  heading: string;
  blocks: readonly Block[];
  /** Why the recipient received the email. */
  reason: string;
  unsubscribe?: Unsubscribe;
  /** The address for replies, if it is not the sender's contact address. */
  replyTo?: string;
  /** The origin of the links, if it is not the sender's own. */
  origin?: string;
  attachments?: readonly MailFile[];
};

export type Block =
  | { kind: "text"; text: string }
  /** With `spelled`, the URL is also shown as text, for email clients without links. */
  | { kind: "button"; label: string; href: string; spelled?: boolean }
  /**
   * A table whose rows begin with a label and end with a value, such as an order's lines, or (with `close`) the totals
   * below them.
   */
  | { kind: "rows"; rows: readonly Row[]; close?: boolean }
  | { kind: "lines"; title: string; lines: readonly string[] };
export type Row = {
  label: string;
  detail?: string;
  value: string;
  strong?: boolean;
  /**
   * A picture of the row's item. It needs no alternative text, because the label names the item. Its URL is at the
   * email's own origin.
   */
  image?: string;
};

/** Composes an email from the current state, outside any transaction. Returns null if the email no longer applies. */
export type Composer<T extends keyof StoreMails> = (
  services: Services,
  job: MailJob<T>,
  sender: Sender,
  texts: MailTexts,
) => MailContent | null | Promise<MailContent | null>;

/** One composer per template. An email whose template this version does not know waits for a version that does. */
export type Composers = { [T in keyof StoreMails]?: Composer<T> };
