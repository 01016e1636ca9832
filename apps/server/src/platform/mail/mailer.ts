import type { Logger } from "pino";
import { createFileMailer } from "./file-mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

export type Mail = {
  /** The same for each try of the same mail, so that a mailbox may drop a twin; letters, digits, . and -. */
  id: string;
  to: string;
  from: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
};

/** Rejects where a mail could not be handed over; trying again is the worker's. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Mails over SMTP, or without an address of a server as readable files under `<dataDir>/mail`. */
export function createMailer(options: {
  smtpUrl: string | null;
  dataDir: string;
  log: Logger;
}): Mailer {
  return options.smtpUrl === null
    ? createFileMailer(options.dataDir, options.log)
    : createSmtpMailer(options.smtpUrl);
}
