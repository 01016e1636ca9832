import type { Logger } from "pino";
import { createFileMailer } from "./file-mailer.ts";
import type { Mailer } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

/** A mailer for SMTP, or, without an SMTP server, one that writes readable files under `<dataDir>/mail`. */
export function createMailer(options: {
  smtpUrl: string | null;
  dataDir: string;
  log: Logger;
}): Mailer {
  return options.smtpUrl === null
    ? createFileMailer(options.dataDir, options.log)
    : createSmtpMailer(options.smtpUrl);
}
