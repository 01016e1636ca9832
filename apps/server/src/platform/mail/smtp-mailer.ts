import { MailRefused } from "./mail-refused.ts";
import type { Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

// A server that hangs blocks one connection for this long, but doesn't delay other emails.
const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/**
 * Keeps connections to one SMTP server open. smtps://… uses TLS from the first byte. smtp://… upgrades to TLS if the
 * server offers it, and requires it if a password is sent to another machine. Nodemailer takes 25 MB of memory, so it
 * is loaded with the first email.
 */
export function createSmtpMailer(url: string): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail, signal) {
      opened ??= openTransport(url);
      const transport = await opened;
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
    close() {
      opened?.then(
        (transport) => transport.close(),
        () => {},
      );
    },
  };
}

async function openTransport(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    // Equals the number of emails that are sent concurrently (send-mail.ts).
    maxConnections: 17,
    requireTLS: needsTls(url),
    ...limits,
  });
}

function needsTls(url: string): boolean {
  const { protocol, username, hostname } = new URL(url);
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === "smtp:" && username !== "" && !isHere;
}

/**
 * Whether another attempt would be useless: the server answered 5xx to the email or its addresses, or nodemailer
 * rejected them. False for errors that a change of the configuration fixes: a 5xx for our login or greeting, and 53x,
 * which means that a login or TLS is missing.
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
