import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";
import type { Mail, Mailer } from "./mailer.ts";
import { messageOf } from "./message.ts";

/**
 * Each mail as three files under `<dataDir>/mail`: .eml for a mail program, .html for a browser, .txt for everybody. The
 * names sort by time and hold no address; only the process's own user reads them.
 */
export function createFileMailer(dataDir: string, log: Logger): Mailer {
  const folder = path.join(dataDir, "mail");
  let opened: ReturnType<typeof openTransport> | undefined;

  async function write(name: string, content: string | Buffer): Promise<void> {
    const file = path.join(folder, name);
    await writeFile(`${file}.part`, content, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  return {
    async send(mail) {
      opened ??= openTransport();
      const { message } = await (await opened).sendMail(messageOf(mail));
      const name = fileName(mail, new Date());
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write(`${name}.eml`, message as Buffer);
      await write(`${name}.html`, mail.html);
      await write(`${name}.txt`, plainText(mail));
      log.info({ file: path.join(folder, `${name}.txt`) }, "mail written");
    },
    close: () => {},
  };
}

async function openTransport() {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true });
}

/** 20261120-110203-456-confirm-your-subscription-1f2e3d */
function fileName({ subject }: Mail, now: Date): string {
  const time = now.toISOString().replaceAll(/[-:Z]/g, "").replaceAll(/[T.]/g, "-");
  const words = subject
    .split(/\s+/)
    .filter((word) => !word.includes("@"))
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return [time, words.slice(0, 60), randomBytes(3).toString("hex")].filter(Boolean).join("-");
}

function plainText({ to, from, subject, text }: Mail): string {
  return `From: ${from.name} <${from.address}>\nTo: ${to}\nSubject: ${subject}\n\n${text}`;
}
