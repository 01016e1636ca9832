import { LanguageCode } from "@vetrina/contract/enumerations";
import { createTransport } from "nodemailer";
import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { seedUser } from "../../domains/users/user.fixture.ts";
import { issueToken, type MailedPurpose } from "../auth/mailed-token.ts";
import type { Transaction } from "../context.ts";
import { queryable } from "../database/sql.ts";
import type { MailContent } from "./compose.ts";
import { enqueueAccountMail, enqueueMail } from "./enqueue-mail.ts";
import { english } from "./languages/en.ts";
import type { AccountMails } from "./mail-kinds.ts";
import type { Mail } from "./mailer.ts";
import { messageOf } from "./message.ts";
import { renderMail } from "./render-mail.ts";
import { platformSender } from "./sender.ts";

const languages = LanguageCode.options;
const to = "ada@example.com";

test("every account email is composed in each of the thirteen languages, in the store's name", async ({
  world,
}) => {
  const storeId = await seedStore(world, { name: "Sartoria & Figli" });
  const ctx = await world.system(storeId);
  await ctx.tx(async (tx) => {
    for (const language of languages) await enqueueAll(world, tx, storeId, language);
  });
  const mails = await world.sendMails();
  expect(mails).toHaveLength(languages.length * kinds.length);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBeGreaterThan(120);
  for (const mail of mails) {
    expectWholesome(mail, world);
    expect(mail.subject).toContain("Sartoria & Figli");
    expect(mail.html).toContain("Sartoria &amp; Figli");
  }
});

test("Arabic is right-to-left, and other text in it keeps its own direction", async ({ world }) => {
  const ctx = await world.system(await seedStore(world));
  await ctx.tx((tx) =>
    enqueueMail(tx, { template: "password-changed", to, language: "AR", data: {} }),
  );
  const [mail] = await world.sendMails();
  expect(mail?.html).toContain('<html dir="rtl" lang="ar">');
  expect(mail?.html).toContain("text-align:right");
  expect(mail?.text).toContain("\u2068Sartoria\u2069");
});

test("words of a row and order numbers stay on one line", async ({ world }) => {
  const sender = platformSender(world.services);
  const content = {
    subject: "",
    preview: "",
    heading: "",
    blocks: [
      { kind: "text", text: "Wir haben Ihnen 12 € für die Bestellung CFS9-ERNZ erstattet." },
      {
        kind: "rows",
        close: true,
        rows: [
          { label: "Sendungsnummer", value: "1Z 999 AA1 0123 4567 84" },
          { label: "x".repeat(60), value: "UPS" },
        ],
      },
    ],
    reason: "",
  } satisfies MailContent;
  const { html } = await renderMail(sender, content, english);
  expect(html).toContain('<span style="white-space:nowrap">CFS9-ERNZ</span>');
  const wholeCells = [
    ...html.matchAll(/<td[^>]*overflow-wrap:break-word[^>]*><span[^>]*>([^<]*)/g),
  ];
  expect(wholeCells.map(([, words]) => words)).toEqual([
    "Sendungsnummer",
    "1Z 999 AA1 0123 4567 84",
  ]);
});

test("without a language the store's is used, and English for its region if there is no translation", async ({
  world,
}) => {
  for (const [locale, lang, words] of [
    ["de-AT", "de-AT", "Ihr Passwort wurde geändert"],
    ["sv-SE", "en-SE", "Your password was changed"],
  ] as const) {
    const ctx = await world.system(await seedStore(world, { locale }));
    await ctx.tx((tx) => enqueueMail(tx, { template: "password-changed", to, data: {} }));
    const mail = (await world.sendMails()).at(-1);
    expect(mail?.html).toContain(`lang="${lang}"`);
    expect(mail?.text).toContain(words);
  }
});

test("the platform's own emails link to its own address and name no store", async ({ world }) => {
  await seedStore(world);
  const db = queryable(world.services.database.app);
  const tokenId = await token(world, db, "reset-password", null);
  await enqueueAccountMail(db, { template: "reset-password", to, data: { tokenId } });
  const [mail] = await world.sendMails();
  expect(mail?.subject).toBe("Set a new password for Vetrina");
  expect(mail?.text).toMatch(/http:\/\/localhost:3000\/reset-password\?token=[\w-]{64}\n/);
  expect(mail?.text).not.toContain("Sartoria");
});

test("a token that was replaced, or issued for another address, sends nothing", async ({
  world,
}) => {
  const db = queryable(world.services.database.app);
  const { id: userId } = await seedUser(world);
  const issue = () => token(world, db, "verify-email", null, userId);
  const [old, current] = [await issue(), await issue()];
  await enqueueAccountMail(db, { template: "verify-email", to, data: { tokenId: old } });
  const elsewhere = { template: "verify-email", to: "eve@example.com" } as const;
  await enqueueAccountMail(db, { ...elsewhere, data: { tokenId: current } });
  expect(await world.sendMails()).toEqual([]);
  const rows = await world.admin.query("select outcome from shop.account_mails");
  expect(rows.rows).toEqual([{ outcome: "dropped" }, { outcome: "dropped" }]);
});

test("a back-in-stock confirmation names the sold-out variant and its size", async ({ world }) => {
  const storeId = await seedStore(world, { locale: "it-IT" });
  const { variantIds } = await seedProduct(world, storeId, { name: "Cappotto <i>blu</i>" });
  const body = { email: to, source: "back-in-stock" as const, variantId: variantIds[0] ?? "" };
  await world.client().customers.subscribe({ storeId, body });
  const [mail] = await world.sendMails();
  expect(mail?.subject).toBe("Ti avvisiamo quando torna Cappotto <i>blu</i> (M)?");
  expect(mail?.html).toContain("Cappotto &lt;i&gt;blu&lt;/i&gt;");
});

const hostile = [
  `"><script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `'-alert(1)-'`,
  `</title><svg/onload=alert(1)>`,
  `javascript:alert(1)`,
  `{{constructor.constructor('alert(1)')()}}`,
  `]]><style>*{display:none}</style>`,
  `a\r\nBcc: eve@example.com`,
  `a\nContent-Type: text/html\n\n<h1>`,
  `\u2028\u202Eevil\u0000`,
];

test("markup and headers in names stay plain text", async ({ world }) => {
  const storeId = await seedStore(world, {
    name: hostile[0] ?? "",
    theme: {
      "color-ink": "url(https://evil.example/x.gif)",
      "font-text": "x, url(https://evil.example/f)",
      radius: "0 expression(alert(1))",
    },
  });
  const ctx = await world.system(storeId);
  await ctx.tx(async (tx) => {
    for (const name of hostile) {
      // PostgreSQL cannot store NUL.
      const inviter = name.replaceAll("\0", "");
      const tokenId = await token(world, tx, "invitation", storeId);
      const data = { tokenId, inviter, role: inviter };
      // Uses a new address, so that no invitation replaces the previous one.
      await enqueueMail(tx, { template: "invitation", to, data });
      await world.sendMails();
    }
  });
  await world.sendMails();
  const names = await Promise.all(
    hostile.map(async (name) => {
      await world.admin.query("update shop.stores set name = $2 where id = $1", [
        storeId,
        name.replaceAll("\0", ""),
      ]);
      await ctx.tx((tx) => enqueueMail(tx, { template: "password-changed", to, data: {} }));
      return (await world.sendMails()).at(-1);
    }),
  );
  expect(names).toHaveLength(hostile.length);
  for (const mail of world.mails) {
    expect(mail.html).not.toMatch(/<(?:script|img|svg)\b|evil\.example|[\u2028\u202e]/i);
    expect(mail.html.match(/<style\b/g)).toHaveLength(1);
    expect(headersOf(await compiled(mail))).not.toMatch(/^(?:Bcc|Content-Type: text\/html)/im);
  }
});

test("addresses in other scripts reach their mailbox, and an address that looks like two stays one", async ({
  world,
}) => {
  world.services.mailFrom = "post@bücher.example";
  const ctx = await world.system(await seedStore(world));
  await ctx.tx((tx) =>
    enqueueMail(tx, { template: "password-changed", to: "ada@日本.example", data: {} }),
  );
  const [mail] = await world.sendMails();
  if (mail === undefined) throw new Error("no mail");
  const headers = headersOf(await compiled(mail));
  expect(headers).toContain("To: ada@xn--wgv71a.example");
  expect(headers).toContain("@xn--bcher-kva.example>");
  expect(headers).toContain("Reply-To: hello@sartoria.example");
  const two = messageOf({ ...mail, to: "a@example.com, b@example.com" });
  const { envelope } = await transport().sendMail(two);
  expect(envelope.to).toHaveLength(1);
});

/** Expects a complete email in its own language that links only to the sender and loads nothing. */
function expectWholesome({ subject, html, text }: Mail, world: World): void {
  expect(`${subject}${html}${text}`).not.toMatch(/undefined|\[object|null\b|NaN|Invalid Date/);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toMatch(/\bsrc=|<link|@import|url\(|<script|<iframe/i);
  const origin = new URL(world.services.publicUrl);
  for (const [, href = ""] of html.matchAll(/href="([^"]+)"/g))
    expect(href).toMatch(new RegExp(`^(?:mailto:|http://[\\w.-]+localhost:${origin.port})`));
  // Keeps <a> tags, because a URL in the text version may occur in the HTML only as a link's address.
  const said = html
    .replaceAll(/<style>.*?<\/style>|<(?!a )[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
  const facts = text.split("\n").filter((line) => line !== "" && line !== "--");
  expect(facts.length).toBeGreaterThan(5);
  for (const fact of facts) {
    // French has a no-break space between a number and its unit; in `said`, it is a plain space.
    const plain = fact.trim().replaceAll(/\s/g, " ");
    const parts = said.includes(plain) ? [] : plain.replace(/:$/, "").split(": ");
    for (const part of parts) expect(said).toContain(part.trim());
  }
}

const kinds = [
  "verify-email",
  "account-exists",
  "reset-password",
  "password-changed",
  "change-email",
  "email-change-asked",
  "email-changed",
  "two-factor-on",
  "two-factor-off",
  "new-sign-in",
  "invitation",
] satisfies (keyof AccountMails)[];

async function enqueueAll(
  world: World,
  tx: Transaction,
  storeId: string,
  language: LanguageCode,
): Promise<void> {
  const { id: userId } = await seedUser(world);
  const issue = (purpose: MailedPurpose) =>
    token(
      world,
      tx,
      purpose,
      storeId,
      purpose === "invitation" ? null : userId,
      `${language}${to}`,
    );
  const more = { to, language };
  const asked = { language, to: `${language}${to}` };
  for (const template of [
    "account-exists",
    "password-changed",
    "email-change-asked",
    "email-changed",
    "two-factor-on",
    "two-factor-off",
  ] as const)
    await enqueueMail(tx, { template, ...more, data: {} });
  for (const template of ["verify-email", "reset-password", "change-email"] as const)
    await enqueueMail(tx, { template, ...asked, data: { tokenId: await issue(template) } });
  await enqueueMail(tx, {
    template: "new-sign-in",
    ...more,
    data: { at: "2026-11-20T10:00:00.000Z", device: "Firefox, Linux" },
  });
  await enqueueMail(tx, {
    template: "invitation",
    ...asked,
    data: { tokenId: await issue("invitation"), inviter: "Ada Byron", role: "Manager" },
  });
}

function token(
  world: World,
  db: Parameters<typeof issueToken>[0],
  purpose: MailedPurpose,
  storeId: string | null,
  userId: string | null = null,
  email = to,
): Promise<string> {
  return issueToken(db, world.services, { purpose, userId, storeId, email });
}

function transport() {
  return createTransport({ streamTransport: true, buffer: true });
}

async function compiled(mail: Mail): Promise<string> {
  const { message } = await transport().sendMail(messageOf(mail));
  return (message as Buffer).toString();
}

function headersOf(message: string): string {
  return message.slice(0, message.indexOf("\r\n\r\n"));
}
