export type Mail = {
  /** The same for each attempt, so that a mailbox can drop duplicates. Letters, digits, . and -. */
  id: string;
  to: string;
  from: { name: string; address: string };
  /** The address for replies, if not `from`. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** Lets mail programs end a subscription without opening the mail (RFC 2369, RFC 8058). */
  unsubscribe?: Unsubscribe;
  attachments?: readonly MailFile[];
};

/** A file attached to a mail. `type`: its media type. */
export type MailFile = { name: string; type: string; bytes: Uint8Array };

/** `url` opens a page, and with `oneClick` accepts a POST without it. */
export type Unsubscribe = { url: string; oneClick: boolean };

/** Rejects if an email couldn't be handed over, with MailRefused if it never can be. The sweep retries. */
export type Mailer = {
  /** An aborted signal ends the attempt and rejects. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
};
