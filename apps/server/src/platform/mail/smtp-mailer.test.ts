import { SMTPServer } from "smtp-server";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { MailRefused } from "./mail-refused.ts";
import { createMailer } from "./create-mailer.ts";
import type { Mail, Mailer } from "./mailer.ts";

const mail: Mail = {
  id: "01990000-0000-7000-8000-000000000001",
  to: "ada@example.com",
  from: { name: "Sorvela, Milano", address: "hello@sorvela.example" },
  subject: "Grüße aus Mailand",
  html: "<p>Grüße</p>",
  text: "Grüße",
  unsubscribe: { url: "https://sorvela.example/newsletter/unsubscribe?token=x", oneClick: false },
};
const dataDir = "never-written";
const log = pino({ level: "silent" });
const open: Mailer[] = [];
afterEach(() => {
  for (const mailer of open.splice(0)) mailer.close();
});

test("an email arrives with its HTML, text, id and unsubscribe header", async () => {
  const server = await listen();
  await mailerTo(server.url).send(mail);
  expect(server.taken).toHaveLength(1);
  const [message = ""] = server.taken;
  expect(message).toMatch(/^From: "Sorvela, Milano" <hello@sorvela\.example>$/m);
  expect(message).toMatch(/^To: ada@example\.com$/m);
  expect(message).toContain("Message-ID: <01990000-0000-7000-8000-000000000001@sorvela.example>");
  expect(message).toContain("Subject: =?UTF-8?");
  expect(message).toContain(
    "List-Unsubscribe: <https://sorvela.example/newsletter/unsubscribe?token=x>",
  );
  expect(message).not.toContain("List-Unsubscribe-Post");
  expect(message.match(/^Content-Type: text\/(?:plain|html); charset=utf-8$/gm)).toHaveLength(2);
});

test("a temporary rejection may be retried, and then succeeds", async () => {
  const server = await listen({ recipient: [451, "greylisted, try later"] });
  const mailer = mailerTo(server.url);
  const failure = await mailer.send(mail).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(MailRefused);
  server.answer.recipient = null;
  await mailer.send(mail);
  expect(server.taken).toHaveLength(1);
});

test.each([
  ["the address", { recipient: [550, "no such mailbox"] }],
  ["the message", { message: [554, "looks like spam"] }],
  ["the sender", { sender: [553, "not yours"] }],
] as const)("refuses permanently for %s", async (_what, answer) => {
  const server = await listen(answer);
  await expect(mailerTo(server.url).send(mail)).rejects.toBeInstanceOf(MailRefused);
});

test.each([
  ["a login that fails", { login: [535, "wrong password"] }, "ada:secret@"],
  ["a login that is missing", { sender: [530, "sign in first"] }, ""],
  ["a server that accepts no clients", { greeting: [554, "no service here"] }, ""],
] as const)(
  "%s is a configuration error and not a rejection of the email",
  async (_what, answer, login) => {
    const server = await listen(answer);
    const failure = await mailerTo(server.url.replace("//", `//${login}`))
      .send(mail)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRefused);
    expect(String(failure)).not.toContain("secret");
  },
);

test("a stalled server is abandoned after the time limit, and other emails are sent in the meantime", async () => {
  const server = await listen({ stallsFor: "stalled@example.com" });
  const mailer = mailerTo(server.url);
  let outcome = "waits";
  const stalled = mailer
    .send({ ...mail, to: "stalled@example.com" }, AbortSignal.timeout(4000))
    .catch((error: unknown) => {
      outcome = String(error);
    });
  await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail)));
  expect(outcome).toBe("waits");
  await stalled;
  expect(outcome).toMatch(/abort/i);
  expect(server.taken).toHaveLength(20);
});

test("smtps:// uses TLS from the first byte, and rejects a certificate that is not trusted", async () => {
  const server = await listen({ secure: true });
  const trusting = `${server.url}?tls.rejectUnauthorized=false`;
  await mailerTo(trusting).send(mail);
  expect(server.wasSecure).toEqual([true]);
  await expect(mailerTo(server.url).send(mail)).rejects.toThrow(/self-signed|certificate/i);
  expect(server.taken).toHaveLength(1);
});

test("smtp:// upgrades to TLS if the server offers it", async () => {
  const server = await listen({ offersTls: true });
  await mailerTo(`${server.url}?tls.rejectUnauthorized=false`).send(mail);
  expect(server.wasSecure).toEqual([true]);
});

test("a password is sent to another machine only over TLS", async () => {
  const server = await listen({ host: "0.0.0.0" });
  const elsewhere = server.url.replace("//127.0.0.1", "//ada:secret@0.0.0.0");
  await expect(mailerTo(elsewhere).send(mail)).rejects.toThrow(/STARTTLS/i);
  expect(server.logins).toEqual([]);
  await mailerTo(server.url.replace("//", "//ada:secret@")).send(mail);
  expect(server.logins).toEqual(["ada"]);
});

function mailerTo(smtpUrl: string): Mailer {
  const mailer = createMailer({ smtpUrl, dataDir, log });
  open.push(mailer);
  return mailer;
}

type Refusal = readonly [number, string] | null;
type Answer = {
  greeting?: Refusal;
  login?: Refusal;
  sender?: Refusal;
  recipient?: Refusal;
  message?: Refusal;
};

async function listen({
  secure = false,
  offersTls = false,
  host = "127.0.0.1",
  stallsFor,
  ...answer
}: Answer & { secure?: boolean; offersTls?: boolean; host?: string; stallsFor?: string } = {}) {
  const taken: string[] = [];
  const wasSecure: boolean[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    secure,
    authOptional: true,
    allowInsecureAuth: true,
    ...(secure || offersTls ? {} : { disabledCommands: ["STARTTLS"] }),
    onConnect: (_session, done) => done(refusal(answer.greeting)),
    onAuth({ username = "" }, _session, done) {
      logins.push(username);
      const refused = refusal(answer.login);
      if (refused === null) done(null, { user: username });
      else done(refused);
    },
    onMailFrom: (_address, _session, done) => done(refusal(answer.sender)),
    onRcptTo({ address }, _session, done) {
      if (address !== stallsFor) done(refusal(answer.recipient));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const refused = refusal(answer.message);
        if (refused === null) {
          // The headers as sent, with folded lines joined.
          taken.push(
            Buffer.concat(parts)
              .toString()
              .replaceAll(/\r\n[ \t]+/g, " ")
              .replaceAll("\r\n", "\n"),
          );
          wasSecure.push(session.secure);
        }
        done(refused);
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  );
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${secure ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    taken,
    wasSecure,
    logins,
    answer,
  };
}

function refusal(answer: Refusal | undefined): Error | null {
  if (answer === undefined || answer === null) return null;
  return Object.assign(new Error(answer[1]), { responseCode: answer[0] });
}
