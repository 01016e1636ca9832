import type { Services } from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import { ApiFailure } from "../errors.ts";
import {
  again,
  type Again,
  type AnyJob,
  defineJob,
  type Done,
  type EndedMail,
  GiveUp,
  type Job,
} from "../jobs/define-job.ts";
import { describeError } from "../jobs/describe-error.ts";
import { gathered } from "../jobs/gather.ts";
import { countMail } from "../metrics.ts";
import { isDiskFull } from "../unavailable.ts";
import { type Composer, type Composers, type MailJob, MailNotReady } from "./compose.ts";
import { mailLocale, textsOf } from "./languages.ts";
import { mailJobTypes } from "./mail-job-types.ts";
import { type MailKind, sentByClosedStores } from "./mail-kinds.ts";
import { MailRefused } from "./mail-refused.ts";
import type { Mail } from "./mailer.ts";
import { originOfHost } from "./origin-of-host.ts";
import { withoutControls } from "./plain-words.ts";
import { recipientOf } from "./recipient.ts";
import { renderMail } from "./render-mail.ts";
import {
  platformAddress,
  platformSender,
  readClosedStoreSender,
  readStoreSenders,
  type Sender,
} from "./sender.ts";
import { mayStoreSend } from "./store-mail-limits.ts";

type QueuedMail = MailJob<MailKind> & {
  template: string;
  userId: string | null;
  language: string | null;
};
type SendJob = Job<{ mailId: string; isCounted?: boolean | undefined }>;

/** The timeout of an attempt, well before the job's lease ends. */
const longestTryMs = 30_000;
/** Receiving servers may be down for days (RFC 5321, 4.5.4.1). */
const giveUpAfterMs = 5 * 24 * 60 * 60_000;
const notReadyPauseMs = 2000;

/** Sends queued emails; a server that delays one email does not delay others. */
export function mailJobs(composers: Composers): AnyJob[] {
  const sending = {
    leaseMs: 120_000,
    // The worker gives up after five days, not after a number of attempts.
    maxAttempts: 1000,
    pauseSeconds,
    run: (services: Services, job: SendJob) => send(services, composers, job),
    gaveUp: noteGivenUp,
  };
  return [
    defineJob({ ...mailJobTypes.ofAccount, ...sending, concurrency: 3 }),
    defineJob({ ...mailJobTypes.ofStore, ...sending, concurrency: 10, ofOwner: 8 }),
    defineJob({ ...mailJobTypes.bulk, ...sending, concurrency: 4, ofOwner: 3 }),
  ];
}

async function send(
  services: Services,
  composers: Composers,
  job: SendJob,
): Promise<void | Again | Done> {
  const mail = await readMail(services, job);
  // The email was deleted with a person's data, or was finished by an attempt that had lost its claim.
  if (mail === undefined) return;
  const { id, storeId, template } = mail;
  const line = { mail: id, storeId, template, attempts: job.attempts };
  const failure = await tryOnce(services, composers, mail, job);
  if (failure === null) return ended(mail, "sent", null);
  if (failure === "dropped") return ended(mail, failure, null);
  if (failure instanceof MailNotReady)
    return again({ pauseMs: notReadyPauseMs, payload: { mailId: id, isCounted: true } });
  const reason = describeError(failure);
  if (failure instanceof MailRefused) {
    services.log.error({ ...line, reason }, "mail rejected permanently");
    return ended(mail, "refused", reason);
  }
  if (services.now().getTime() - mail.createdAt.getTime() > giveUpAfterMs && !isDiskFull(failure))
    throw new GiveUp(reason, { cause: failure });
  countMail("delayed");
  throw failure;
}

/** Reads the emails of several jobs in one query, if the jobs begin at the same time. */
const readMail = gathered<Services, SendJob, QueuedMail | undefined>(async ({ database }, jobs) => {
  const rows = await queryable(database.worker).rows<QueuedMail>(sql`
    select store_id as "storeId", id, template, recipient as "to", user_id as "userId", language, data, created_at as "createdAt"
    from door.mails_to_send(${jobs.map(({ storeId }) => storeId)}::uuid[], ${jobs.map(({ payload }) => payload.mailId)}::uuid[])`);
  const mails = new Map(rows.map((row) => [row.id, row]));
  return jobs.map(({ payload }) => mails.get(payload.mailId.toLowerCase()));
});

/** Records the email as given up. The job stays among the failed jobs, and sends the email if it is retried. */
async function noteGivenUp({ database }: Services, job: SendJob, reason: string): Promise<void> {
  const { mail } = ended({ storeId: job.storeId, id: job.payload.mailId }, "given up", reason);
  await queryable(database.worker).run(sql`select door.end_mails(${JSON.stringify([{ mail }])})`);
}

/** Returns null if the email was sent, "dropped" if it must not be sent, or the error. */
async function tryOnce(
  services: Services,
  composers: Composers,
  row: QueuedMail,
  { attempts, lastError, payload }: SendJob,
): Promise<Error | "dropped" | null> {
  try {
    const to = await recipientOf(services, row);
    if (to === null) return "dropped";
    const queued = { ...row, to };
    // Counted only at the first attempt, so retries are not limited again.
    const isFirst = attempts === 1 && lastError === null && payload.isCounted !== true;
    if (isFirst && !(await mayStoreSend(services, queued))) {
      const { id: mail, storeId, template } = queued;
      services.log.warn({ mail, storeId, template }, "mail dropped: over the limit of its store");
      return "dropped";
    }
    const mail = await write(services, composers, queued);
    if (mail === null) return "dropped";
    await services.mailer.send(mail, AbortSignal.timeout(longestTryMs));
    return null;
  } catch (error) {
    // What the email is about no longer exists.
    if (error instanceof ApiFailure && error.code === "NOT_FOUND") return "dropped";
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function write(
  services: Services,
  composers: Composers,
  job: QueuedMail,
): Promise<Mail | null> {
  const compose = composerOf(composers, job.template);
  const found = await senderOf(services, job);
  if (found === null) return null;
  const locale = mailLocale(found.locale, job.language);
  const sender = withoutControls({ ...found, locale });
  const texts = await textsOf(sender.locale);
  const composed = await compose(services, job, sender, texts);
  if (composed === null) return null;
  const { attachments = [], ...written } = composed;
  const content = withoutControls(written);
  const { name, contact } = sender;
  const { subject, unsubscribe, origin = sender.origin, replyTo = contact.email } = content;
  // A store's contact address may be unverified, so it is never the sender.
  const address = platformAddress(services);
  return {
    id: job.id,
    to: job.to,
    from: { name, address },
    ...(address === replyTo ? {} : { replyTo }),
    subject,
    ...(await renderMail({ ...sender, origin }, content, texts)),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

function composerOf(composers: Composers, template: string) {
  const known: Partial<Record<string, unknown>> = composers;
  if (!Object.hasOwn(known, template)) throw new Error(`this version has no template ${template}`);
  // Each composer takes the data of its own template, and the row contains data of this template.
  return known[template] as Composer<MailKind>;
}

async function senderOf(
  services: Services,
  { storeId, template, data }: Pick<QueuedMail, "storeId" | "template" | "data">,
): Promise<Sender | null> {
  if (storeId === null) return platformSender(services);
  const sender = await senderOfStore(services, storeId);
  if (sender === null && sentByClosedStores.has(template))
    return readClosedStoreSender(services, storeId);
  const isAtPlatformHost = "isAtPlatformHost" in data && data.isAtPlatformHost === true;
  if (sender === null || !isAtPlatformHost) return sender;
  const { hostname, origin } = new URL(services.publicUrl);
  // The platform's host may lead to another store by now.
  const isStillThere = (await originOfHost(services, storeId, hostname, "")) === origin;
  return isStillThere ? { ...sender, origin, accountOrigin: origin } : sender;
}

const senderOfStore = gathered<Services, string, Sender | null>(async (services, storeIds) => {
  const senders = await readStoreSenders(services, [...new Set(storeIds)]);
  return storeIds.map((id) => senders.get(id) ?? null);
});

function ended(
  { storeId, id }: Pick<QueuedMail, "storeId" | "id">,
  outcome: EndedMail["outcome"],
  reason: string | null,
): Done {
  countMail(outcome);
  return { mail: { storeId, id, outcome, reason } };
}

/** 10 s, doubling to about 3 hours, plus or minus a fifth so that many retries don't coincide. */
function pauseSeconds(attempt: number): number {
  return Math.round(10 * 2 ** Math.min(attempt - 1, 10) * (0.8 + Math.random() * 0.4));
}
