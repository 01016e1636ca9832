export type Mail = {
  /** The same for each try of the same mail, so that a mailbox may drop a twin; letters, digits, . and -. */
  id: string;
  to: string;
  from: { name: string; address: string };
  /** Where answers go, if not to `from`. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** What came by subscription can be ended without opening the mail (RFC 2369, RFC 8058). */
  unsubscribe?: Unsubscribe;
};

/** `url` opens a page, and takes a POST without one where `oneClick`. */
export type Unsubscribe = { url: string; oneClick: boolean };

/** Rejects where a mail could not be handed over, with MailRefused where it never can be; trying again is the sweep's. */
export type Mailer = {
  /** An aborted signal ends the try and rejects. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
};
