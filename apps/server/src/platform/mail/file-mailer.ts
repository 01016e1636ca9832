import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";
import { writePrivateFile } from "../files/private-files.ts";
import type { Mail, Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

/**
 * Writes each email as three files under `<dataDir>/mail`: .eml for email clients, .html for browsers, .txt as plain
 * text. The file names sort by time and contain no address. Only the process's own user can read the files.
 */
export function createFileMailer(dataDir: string, log: Logger): Mailer {
  const folder = path.join(dataDir, "mail");
  let opened: ReturnType<typeof openTransport> | undefined;

  return {
    async send(mail) {
      opened ??= openTransport();
      const { message } = await (await opened).sendMail(messageOf(mail));
      const name = fileName(mail, new Date());
      const file = path.join(folder, name);
      const files: [string, string | Buffer][] = [
        [`${file}.eml`, message as Buffer],
        [`${file}.html`, mail.html],
        [`${file}.txt`, plainText(mail)],
      ];
      try {
        for (const [each, content] of files) await writePrivateFile(each, content);
      } catch (error) {
        // Removes the files already written, because the next attempt writes all of them under another name.
        for (const [each] of files) await rm(each, { force: true });
        throw error;
      }
      log.info({ file: `${file}.txt` }, "mail written");
    },
    close: () => {},
  };
}

async function openTransport() {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true });
}

/** Returns a name like 20261120-110203-456-confirm-your-subscription-1f2e3d. */
function fileName({ subject }: Mail, now: Date): string {
  const time = now.toISOString().replaceAll(/[-:Z]/g, "").replaceAll(/[T.]/g, "-");
  const words = subject
    .split(/\s+/)
    .filter((word) => !word.includes("@"))
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return [time, words.slice(0, 60), randomBytes(3).toString("hex")].filter(Boolean).join("-");
}

function plainText({ to, from, subject, text }: Mail): string {
  return `From: ${from.name} <${from.address}>\nTo: ${to}\nSubject: ${subject}\n\n${text}`;
}
