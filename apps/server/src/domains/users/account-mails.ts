import {
  findTokenById,
  type MailedPurpose,
  type MailedToken,
  tokenFor,
} from "../../platform/auth/mailed-token.ts";
import { queryable } from "../../platform/database/sql.ts";
import type { Block, Composer, Composers, MailContent } from "../../platform/mail/compose.ts";
import type { MailTexts } from "../../platform/mail/languages/en.ts";
import type { AccountMails } from "../../platform/mail/mail-kinds.ts";
import { newPasswordLink, signInLink, tokenLink } from "../../platform/mail/mail-links.ts";
import { mailSpan, timeWithZone } from "../../platform/mail/mail-time.ts";
import { withoutLinks } from "../../platform/mail/plain-words.ts";
import type { Sender } from "../../platform/mail/sender.ts";

/** A link with a token, and how long it works. */
export type Invitation = { link: string; span: string };

/** Composes the emails about accounts, which are the same whether a store or the platform sends them. */
export const accountComposers = {
  "verify-email": withToken("verify-email", (asked, sender, { verifyEmail, ...texts }, data) =>
    linkMail(verifyEmail, { ...asked, store: namedIn(data) }, sender, texts),
  ),
  "account-exists": (
    _services,
    { data },
    sender,
    { accountExists: t, askedAtStore, reasonEntered, newPassword },
  ) => ({
    subject: t.subject(sender.name),
    preview: t.text(sender.name),
    heading: t.heading,
    blocks: [
      text(t.text(sender.name)),
      ...askedAt(namedIn(data), sender, askedAtStore),
      button(t.button, signInLink(sender.accountOrigin, data.store)),
      text(t.ignore),
      button(newPassword, newPasswordLink(sender.accountOrigin, data.store)),
    ],
    reason: reasonEntered(sender.name),
  }),
  "reset-password": withToken(
    "reset-password",
    (asked, sender, { resetPassword, ...texts }, data) =>
      linkMail(resetPassword, { ...asked, store: namedIn(data) }, sender, texts),
  ),
  "password-changed": (_services, { data }, sender, { passwordChanged: t, ...texts }) =>
    noticeMail(
      data.keepsSession === true ? { ...t, text: t.othersSignedOut } : t,
      { sender, store: data.store },
      texts,
      askedAt(namedIn(data), sender, texts.askedAtStore),
    ),
  "change-email": withToken("change-email", (asked, sender, { changeEmail, ...texts }, data) =>
    linkMail(changeEmail, { ...asked, store: namedIn(data) }, sender, texts),
  ),
  "email-change-asked": (_services, { data }, sender, { emailChangeAsked, ...texts }) =>
    noticeMail(
      emailChangeAsked,
      { sender, store: data.store },
      texts,
      askedAt(namedIn(data), sender, texts.askedAtStore),
    ),
  // The email has no link to set a new password: the account no longer uses this address.
  "email-changed": (_services, _job, sender, { emailChanged: t, reasonEntered }) => ({
    subject: t.subject(sender.name),
    preview: t.text(sender.name),
    heading: t.heading,
    blocks: [text(t.text(sender.name)), text(t.notYou)],
    reason: reasonEntered(sender.name),
  }),
  "two-factor-on": (_services, { data: { store } }, sender, { twoFactorOn, ...texts }) =>
    noticeMail(twoFactorOn, { sender, store }, texts),
  "two-factor-off": (_services, { data: { store } }, sender, { twoFactorOff, ...texts }) =>
    noticeMail(twoFactorOff, { sender, store }, texts),
  "new-sign-in": (_services, { data: { at, device, store } }, sender, texts) => {
    const { newSignIn: t } = texts;
    const rows = [
      { label: t.time, value: timeWithZone(sender, new Date(at)) },
      ...(device === null ? [] : [{ label: t.device, value: device }]),
    ];
    return noticeMail(t, { sender, store }, texts, [{ kind: "rows", rows }]);
  },
  invitation: withToken(
    "invitation",
    ({ link, span }, sender, { invitation: t, ...texts }, data) => ({
      subject: t.subject(sender.name),
      preview: invitationText(t, data.inviter, sender),
      heading: t.heading(sender.name),
      blocks: [
        text(invitationText(t, data.inviter, sender)),
        { kind: "rows", rows: [{ label: t.role, value: withoutLinks(data.role) }] },
        { kind: "button", label: t.button, href: link, spelled: true },
        text(`${texts.worksFor(span)} ${t.ignore}`),
      ],
      reason: t.reason(sender.name),
    }),
  ),
  "store-email": withToken(
    "store-email",
    ({ link, span }, sender, { storeEmail: t, verifyEmail, ...texts }, { store }) => ({
      subject: t.subject(sender.name),
      preview: t.text(sender.name),
      heading: verifyEmail.heading,
      blocks: [
        text(t.text(sender.name)),
        { kind: "rows", rows: [{ label: t.store, value: store }] },
        { kind: "button", label: verifyEmail.button, href: link, spelled: true },
        text(`${texts.worksFor(span)} ${verifyEmail.ignore}`),
      ],
      reason: texts.reasonEntered(sender.name),
    }),
  ),
} satisfies Composers & { [T in keyof AccountMails]: Composer<T> };

type TokenMail = Extract<keyof AccountMails, MailedPurpose>;

/**
 * Returns a composer that sends nothing if the token no longer works, or was issued for another address than the
 * email's.
 */
function withToken<T extends TokenMail>(
  purpose: T,
  write: (
    asked: Invitation,
    sender: Sender,
    texts: MailTexts,
    data: AccountMails[T],
  ) => MailContent,
): Composer<T> {
  return async (services, { to, data }, sender, texts) => {
    const db = queryable(services.database.worker);
    const token = await findTokenById(db, services, data.tokenId, purpose);
    if (token === null || !isFor(token, to)) return null;
    const store = purpose === "store-email" || !("store" in data) ? undefined : data.store;
    const secret = tokenFor(services, token.id, purpose);
    const link = tokenLink(sender.accountOrigin, purpose, secret, store);
    const span = mailSpan(sender, services.now(), token.expiresAt);
    return write({ link, span }, sender, texts, data);
  };
}

function isFor(token: MailedToken, to: string): boolean {
  return token.email.toLowerCase() === to.toLowerCase();
}

type LinkTexts = {
  subject: (name: string) => string;
  heading: string;
  text: (name: string) => string;
  button: string;
  ignore: string;
};

/** Returns an email that asks its reader to open a link. */
function linkMail(
  t: LinkTexts,
  { link, span, store }: Invitation & { store?: string | undefined },
  sender: Sender,
  {
    worksFor,
    reasonEntered,
    askedAtStore,
  }: Pick<MailTexts, "worksFor" | "reasonEntered" | "askedAtStore">,
): MailContent {
  return {
    subject: t.subject(sender.name),
    preview: t.text(sender.name),
    heading: t.heading,
    blocks: [
      text(t.text(sender.name)),
      ...askedAt(store, sender, askedAtStore),
      { kind: "button", label: t.button, href: link, spelled: true },
      text(`${worksFor(span)} ${t.ignore}`),
    ],
    reason: reasonEntered(sender.name),
  };
}

/**
 * Names the store where the email was requested. The account belongs to the platform, but the reader knows only the
 * store.
 */
function askedAt(
  store: string | undefined,
  sender: Sender,
  words: MailTexts["askedAtStore"],
): Block[] {
  return store === undefined ? [] : [text(words(store, sender.name))];
}

function namedIn({ store, storeName = store }: AccountMails["account-exists"]): string | undefined {
  return storeName;
}

/**
 * Writes an email that says what was changed, and what to do if the reader did not change it. `store`: the slug of the
 * store whose pages the reader was on, if the platform sends the email.
 */
export function noticeMail(
  t: Pick<LinkTexts, "subject" | "heading" | "text">,
  { sender, store }: { sender: Sender; store?: string | undefined },
  {
    notYou,
    newPassword,
    reasonAccount,
  }: Pick<MailTexts, "notYou" | "newPassword" | "reasonAccount">,
  more: readonly Block[] = [],
): MailContent {
  return {
    subject: t.subject(sender.name),
    preview: t.text(sender.name),
    heading: t.heading,
    blocks: [
      text(t.text(sender.name)),
      ...more,
      text(notYou),
      button(newPassword, newPasswordLink(sender.accountOrigin, store)),
    ],
    reason: reasonAccount(sender.name),
  };
}

/**
 * Writes who invited the reader. Email clients must not turn that name into a link, because anyone with an account can
 * invite other people under any name.
 */
function invitationText(
  t: MailTexts["invitation"],
  inviter: string | null,
  { name }: Sender,
): string {
  return inviter === null ? t.textWithoutName(name) : t.text(withoutLinks(inviter), name);
}

function text(words: string): Block {
  return { kind: "text", text: words };
}

function button(label: string, href: string): Block {
  return { kind: "button", label, href };
}
