import type { Services } from "../context.ts";
import type { MailTexts } from "./languages/en.ts";
import type { StoreMails } from "./mail-kinds.ts";
import type { Unsubscribe } from "./mailer.ts";
import type { Sender } from "./sender.ts";

/** A queued mail whose turn has come. */
export type MailJob<T extends keyof StoreMails> = {
  /** The row's; the same for each try. */
  id: string;
  /** null: the platform's. */
  storeId: string | null;
  to: string;
  data: StoreMails[T];
};

/** What a mail says. The parts are written as HTML and as plain text, so that both say the same. */
export type MailContent = {
  subject: string;
  /** What mailboxes show after the subject. */
  preview: string;
  heading: string;
  blocks: readonly Block[];
  /** Why this mail came. */
  reason: string;
  unsubscribe?: Unsubscribe;
  /** Where answers go, where not to the sender's contact address. */
  replyTo?: string;
  /** Where the links lead, where not to the sender's own origin. */
  origin?: string;
};

export type Block =
  | { kind: "text"; text: string }
  /** `spelled`: the address stands below as well, for programs that open no links. */
  | { kind: "button"; label: string; href: string; spelled?: boolean }
  /** Left and right: an order's lines, or (`close` together) the sums below them. */
  | { kind: "rows"; rows: readonly Row[]; close?: boolean }
  | { kind: "lines"; title: string; lines: readonly string[] };
export type Row = { label: string; detail?: string; value: string; strong?: boolean };

/** Writes a mail from the present state, outside any transaction; null where there is nothing to say any more. */
export type Composer<T extends keyof StoreMails> = (
  services: Services,
  job: MailJob<T>,
  sender: Sender,
  texts: MailTexts,
) => MailContent | null | Promise<MailContent | null>;

/** One a template. What this version has none for waits for one that has. */
export type Composers = { [T in keyof StoreMails]?: Composer<T> };
