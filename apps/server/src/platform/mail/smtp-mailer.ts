import { MailRefused } from "./mail-refused.ts";
import type { Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

// A server that hangs holds one connection for so long, and the other mails not at all.
const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/**
 * A few kept connections to one SMTP server: smtps://… is TLS from the first byte, smtp://… upgrades where the server
 * offers it, and must where a password would travel to another machine. Nodemailer is loaded by the first mail: 25 MB.
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
    maxConnections: 5,
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
