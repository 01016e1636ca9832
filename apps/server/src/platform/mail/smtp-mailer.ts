import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

// A server that hangs must not hold the worker for long: the outbox tries again.
const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** A few kept connections to one SMTP server: smtp://user:password@host:587 or smtps://… */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 3, ...limits });
  return {
    send: async (mail) => {
      await transport.sendMail(messageOf(mail));
    },
    close: () => transport.close(),
  };
}
