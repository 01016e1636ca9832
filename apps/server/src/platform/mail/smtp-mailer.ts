import { createTransport } from "nodemailer";
import { MailRefused } from "./mail-refused.ts";
import type { Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

// A server that hangs holds one connection for so long, and the other mails not at all.
const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** A few kept connections to one SMTP server: smtp://user:password@host:587 or smtps://… */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 5, ...limits });
  return {
    async send(mail, signal) {
      try {
        await transport.sendMail({
          ...messageOf(mail),
          ...(signal === undefined ? {} : { signal }),
        });
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * 5xx to the mail itself or to its addresses. To our login or greeting, or because a login or TLS is missing (53x), it is
 * a setting that somebody will mend.
 */
function isRefusal(error: unknown): boolean {
  const { code, permanent, responseCode } = error as {
    code?: string;
    permanent?: boolean;
    responseCode?: number;
  };
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return false;
  if (responseCode === undefined) return true;
  return permanent === true && Math.floor(responseCode / 10) !== 53;
}
