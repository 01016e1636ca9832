import type { contact } from "@vetrina/contract/stores/contact";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { networkShare } from "../../platform/http/callers/caller-address.ts";
import { countCaller } from "../../platform/http/callers/count-caller.ts";
import { hasRoom, rateLimited } from "../../platform/http/callers/rate-limit.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { hasMailShare, isFirstOfCaller } from "../../platform/mail/mail-shares.ts";
import { hostOf } from "../../platform/mail/origin-of-host.ts";
import { withoutControls } from "../../platform/mail/plain-words.ts";
import { storeMailbox } from "../../platform/mail/contact-email.ts";
import { linesOf } from "./lines-of.ts";

const hour = 60 * 60;
const ofCaller = { max: 10, seconds: hour, networkShare };
/**
 * Maximum number of messages stored per store and hour. A caller's first few messages count toward `first` until it is
 * used up, and all others toward `rest`, so that frequent senders don't block the form.
 */
const maxOfStore = { first: 500, rest: 500 };

type Message = Output<typeof contact.createContactMessage>;

/**
 * Stores the message, and queues an email to the store and a copy to the sender. An email that would exceed a limit
 * isn't queued. The same message again within an hour is accepted, but neither stored nor sent.
 */
export async function createContactMessage(
  ctx: Context,
  { body }: Input<typeof contact.createContactMessage>,
): Promise<Message> {
  await countMessage(ctx);
  const email = body.email.toLowerCase();
  const isMailed = await hasMailShare(ctx, "contact-message", "");
  const isCopied = await hasMailShare(ctx, "contact-copy", email);
  const name = withoutControls(body.name).trim();
  const message = linesOf(body.message).join("\n");
  const answer: Message = { status: "RECEIVED" };
  return ctx.tx(async (tx) => {
    const kept = await claimKey<Message>(tx, ctx);
    if (kept !== null) return kept;
    const id = newId();
    const added = await tx.row<{ isNew: boolean }>(sql`
      select door.add_contact_message(${id}, ${name}, ${email}, ${body.subject}, ${message}, ${ctx.now()}) as "isNew"`);
    if (added?.isNew === true) {
      const { returnOf } = body;
      const data = { messageId: id, ...(returnOf !== undefined && { returnOf }) };
      const store = await storeMailbox(tx);
      if (store !== undefined && isMailed) {
        const { email: to, userId } = store;
        await enqueueMail(tx, { template: "contact-message", to, userId, data });
      }
      if (isCopied) {
        const copy = { ...data, host: hostOf(ctx) };
        await enqueueMail(tx, { template: "contact-copy", to: email, data: copy });
      }
      await audit(tx, ctx, {
        action: "CREATE",
        entityType: "contact message",
        entityId: id,
        after: { subject: body.subject },
      });
    }
    await keepAnswer(tx, ctx, answer);
    return answer;
  });
}

/**
 * Counts a message against the limits of the caller and the store. Throws RATE_LIMITED. Call it before the transaction,
 * because it uses its own connection.
 */
async function countMessage(ctx: Context): Promise<void> {
  if (!ctx.limitsCallers) return;
  const { app } = ctx.services.database;
  const bucket = `contact store ${ctx.store.id}`;
  await countCaller(app, "contact hour", ctx.caller.address, ofCaller);
  const isFirst = await isFirstOfCaller(ctx, "contact first");
  if (isFirst && (await hasRoom(app, `${bucket} first`, maxOfStore.first, hour))) return;
  if (await hasRoom(app, bucket, maxOfStore.rest, hour)) return;
  throw rateLimited(
    "The store is receiving too many messages right now. Wait up to an hour, or send an email instead.",
    hour,
  );
}
