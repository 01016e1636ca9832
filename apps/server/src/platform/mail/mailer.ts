export type Mail = {
  /** The same for each attempt, so that a mailbox can drop duplicates. Contains only letters, digits, `.` and `-`. */
  id: string;
  to: string;
  from: { name: string; address: string };
  /** The address for replies, if it differs from `from`. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** Lets email clients end a subscription without opening the email (RFC 2369, RFC 8058). */
  unsubscribe?: Unsubscribe;
  attachments?: readonly MailFile[];
};

/** A file attached to an email. `type`: its media type. */
export type MailFile = { name: string; type: string; bytes: Uint8Array };

/** `url` opens a page. With `oneClick`, it also accepts a POST from the email client directly. */
export type Unsubscribe = { url: string; oneClick: boolean };

/**
 * Sends emails. `send` rejects if the mail server didn't accept an email, with MailRefused if it never will. Retries
 * are left to the email's job.
 */
export type Mailer = {
  /** Aborting the signal ends the attempt, and the promise rejects. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
};
