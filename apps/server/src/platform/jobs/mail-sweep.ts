import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import { ApiFailure } from "../errors.ts";
import type { Composer, Composers, MailJob } from "../mail/compose.ts";
import { mailLocale, textsOf } from "../mail/languages.ts";
import type { MailKind } from "../mail/mail-kinds.ts";
import { MailRefused } from "../mail/mail-refused.ts";
import type { Mail } from "../mail/mailer.ts";
import { withoutControls } from "../mail/plain-words.ts";
import { renderMail } from "../mail/render-mail.ts";
import { mayStoreSend } from "../mail/store-mail-limits.ts";
import { platformAddress, platformSender, readStoreSender, type Sender } from "../mail/sender.ts";
import { countMail, setQueuedMails } from "../metrics.ts";
import { isDiskFull } from "../unavailable.ts";
import { describeError } from "./describe-error.ts";
import { runConcurrently } from "./run-concurrently.ts";

type Claimed = MailJob<MailKind> & {
  template: string;
  language: string | null;
  /** The number of this attempt, from 1. */
  attempts: number;
};

/** How many are sent concurrently; a mail that a server delays occupies only its own slot. */
const places = 8;
/** The timeout of an attempt, well before another process may take over the mail (door.claim_mails). */
const longestTryMs = 30_000;
/** Receiving servers may be down for days (RFC 5321, 4.5.4.1). */
const giveUpAfter = "5 days";

/** Sends all due mails and returns how many were attempted. Throws if the database is unreachable. */
export function sweepMails(
  services: Services,
  composers: Composers,
  stopped: () => boolean = () => false,
): Promise<number> {
  return runConcurrently(
    places,
    (free) => claim(services, free),
    (job) => work(services, composers, job),
    stopped,
  );
}

/** For the metrics. They are read from the database, so every process reports the same. */
export async function noteQueuedMails({ database }: Services): Promise<void> {
  const counts = await queryable(database.worker).row<{ waiting: number; undelivered: number }>(
    sql`select waiting, undelivered from door.count_mails()`,
  );
  if (counts !== undefined) setQueuedMails(counts);
}

function claim({ database }: Services, max: number): Promise<Claimed[]> {
  return queryable(database.worker).rows<Claimed>(sql`
    select store_id as "storeId", id, template, recipient as "to", language, data, attempts
    from door.claim_mails(${max})`);
}

/** Never rejects: a mail whose outcome can't be recorded is retried when its claim expires. */
async function work(services: Services, composers: Composers, job: Claimed): Promise<void> {
  const { id, storeId, template, attempts } = job;
  const line = { mail: id, storeId, template, attempts };
  try {
    const failure = await tryOnce(services, composers, job);
    if (failure === null) return await end(services, job, "sent", null);
    if (failure === "dropped") return await end(services, job, failure, null);
    const reason = describeError(failure);
    if (failure instanceof MailRefused) {
      services.log.error({ ...line, reason }, "mail refused for good");
      await end(services, job, "refused", reason);
    } else if (await delay(services, job, reason, pauseSeconds(failure, attempts))) {
      services.log.warn({ ...line, reason }, "mail not sent yet");
    } else {
      services.log.error({ ...line, reason }, "mail given up");
    }
  } catch (error) {
    services.log.error({ ...line, reason: describeError(error) }, "mail not marked");
  }
}

/** null: sent. */
async function tryOnce(
  services: Services,
  composers: Composers,
  job: Claimed,
): Promise<Error | "dropped" | null> {
  try {
    // Counted only at the first attempt, so retries are not limited again.
    if (job.attempts === 1 && !(await mayStoreSend(services, job))) {
      const { id: mail, storeId, template } = job;
      services.log.warn({ mail, storeId, template }, "mail dropped: over the limit of its store");
      return "dropped";
    }
    const mail = await write(services, composers, job);
    if (mail === null) return "dropped";
    await services.mailer.send(mail, AbortSignal.timeout(longestTryMs));
    return null;
  } catch (error) {
    // What it was about no longer exists.
    if (error instanceof ApiFailure && error.code === "NOT_FOUND") return "dropped";
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function write(services: Services, composers: Composers, job: Claimed): Promise<Mail | null> {
  const compose = composerOf(composers, job.template);
  const found = await senderOf(services, job);
  if (found === null) return null;
  const locale = mailLocale(found.locale, job.language);
  const sender = withoutControls({ ...found, locale });
  const texts = await textsOf(sender.locale);
  const composed = await compose(services, job, sender, texts);
  if (composed === null) return null;
  const content = withoutControls(composed);
  const { name, contact } = sender;
  const { subject, unsubscribe, origin = sender.origin, replyTo = contact.email } = content;
  // A store's contact address is not verified, so no mail is sent from it.
  const address = platformAddress(services);
  return {
    id: job.id,
    to: job.to,
    from: { name, address },
    ...(address === replyTo ? {} : { replyTo }),
    subject,
    ...(await renderMail({ ...sender, origin }, content, texts)),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
  };
}

function composerOf(composers: Composers, template: string) {
  const known: Partial<Record<string, unknown>> = composers;
  if (!Object.hasOwn(known, template)) throw new Error(`this version has no template ${template}`);
  // Each composer takes the data of its own template, which the row contains.
  return known[template] as Composer<MailKind>;
}

function senderOf(services: Services, { storeId }: Claimed): Promise<Sender | null> {
  return storeId === null
    ? Promise.resolve(platformSender(services))
    : readStoreSender(services, storeId);
}

type Outcome = "sent" | "dropped" | "refused";

async function end(
  services: Services,
  { storeId, id }: Claimed,
  outcome: Outcome,
  reason: string | null,
): Promise<void> {
  await insist(services, (worker) =>
    worker.run(sql`select door.end_mail(${storeId}, ${id}, ${outcome}, ${reason})`),
  );
  countMail(outcome);
}

/** False if it is given up. */
async function delay(
  services: Services,
  { storeId, id }: Claimed,
  reason: string,
  seconds: number,
): Promise<boolean> {
  const row = await insist(services, (worker) =>
    worker.row<{ waits: boolean }>(sql`
      select door.delay_mail(${storeId}, ${id}, ${`${seconds} s`}, ${giveUpAfter}, ${reason}) as waits`),
  );
  const waits = row?.waits !== false;
  countMail(waits ? "delayed" : "given up");
  return waits;
}

/**
 * 10 s, doubling to about 3 hours, plus or minus a fifth so that many retries don't coincide. A full disk of our own
 * doesn't count as an attempt.
 */
function pauseSeconds(failure: Error, attempts: number): number {
  if (isDiskFull(failure)) return 10;
  return Math.round(10 * 2 ** Math.min(attempts - 1, 10) * (0.8 + Math.random() * 0.4));
}

/** A sent mail must be marked as sent, or it is sent again: waits a while for an unreachable database. */
async function insist<T>(
  { database }: Services,
  mark: (worker: ReturnType<typeof queryable>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await mark(queryable(database.worker));
    } catch (error) {
      if (tries === 10) throw error;
      await sleep(tries * 500);
    }
}
