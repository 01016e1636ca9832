import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailer } from "./create-mailer.ts";
import type { Mail } from "./mailer.ts";

const log = pino({ level: "silent" });
const mail: Mail = {
  id: "order-1",
  to: "ada@example.com",
  from: { name: "Sorvela", address: "hello@sorvela.example" },
  subject: "Your order V-1001 for ada@example.com",
  html: "<p>Grüße</p>",
  text: "Grüße",
};
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "vetrina-mail-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("without SMTP_URL, an email is written to three files that only their owner can read, named by time and without an address", async () => {
  const mailer = createMailer({ smtpUrl: null, dataDir, log });
  await mailer.send(mail);
  await new Promise((resolve) => setTimeout(resolve, 3));
  await mailer.send({ ...mail, subject: "Änderung" });
  mailer.close();
  const folder = path.join(dataDir, "mail");
  const names = (await readdir(folder)).sort();
  expect(names).toHaveLength(6);
  const stem = /^\d{8}-\d{6}-\d{3}-your-order-v-1001-for-[0-9a-f]{6}\.(?:eml|html|txt)$/;
  for (const name of names.slice(0, 3)) {
    expect(name).toMatch(stem);
    expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0);
  }
  const [eml = "", html = "", txt = ""] = await Promise.all(
    names.slice(0, 3).map((name) => readFile(path.join(folder, name), "utf8")),
  );
  expect(eml).toContain("Message-ID: <order-1@sorvela.example>");
  expect(eml).toContain("Auto-Submitted: auto-generated");
  expect(eml).toContain("multipart/alternative");
  expect(html).toBe(mail.html);
  expect(txt).toBe(
    `From: Sorvela <hello@sorvela.example>\nTo: ada@example.com\nSubject: ${mail.subject}\n\nGrüße`,
  );
});

test("with SMTP_URL the server gets the email, and a second one over the same connection", async () => {
  const smtp = await openSmtp(() => "250 taken");
  const mailer = createMailer({ smtpUrl: smtp.url, dataDir, log });
  await mailer.send(mail);
  await mailer.send(mail);
  mailer.close();
  await smtp.close();
  expect(smtp.taken).toHaveLength(2);
  expect(smtp.connections()).toBe(1);
  expect(smtp.taken[0]).toContain("Message-ID: <order-1@sorvela.example>");
  expect(smtp.taken[0]).toContain("To: ada@example.com");
});

test("an error from the server rejects the call", async () => {
  const smtp = await openSmtp(() => "451 later");
  const mailer = createMailer({ smtpUrl: smtp.url, dataDir, log });
  await expect(mailer.send(mail)).rejects.toThrow(/451/);
  mailer.close();
  await smtp.close();
  const gone = createMailer({ smtpUrl: smtp.url, dataDir, log });
  await expect(gone.send(mail)).rejects.toThrow(/ECONNREFUSED/);
  gone.close();
});

/** A minimal SMTP server that accepts or rejects messages. */
async function openSmtp(verdict: () => string) {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.write("220 test\r\n");
    let message: string[] | null = null;
    let rest = "";
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (message === null) {
          if (line === "DATA") message = [];
          socket.write(line === "DATA" ? "354 go on\r\n" : "250 fine\r\n");
        } else if (line === ".") {
          taken.push(message.join("\n"));
          message = null;
          socket.write(`${verdict()}\r\n`);
        } else message.push(line);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
