import type { contact } from "@vetrina/contract/contact";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { countCall, hasRoom, rateLimited } from "../../platform/http/callers/rate-limit.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { withoutControls } from "../../platform/mail/plain-words.ts";
import { storeMailbox } from "../../platform/mail/contact-email.ts";
import { linesOf } from "./lines-of.ts";

const hour = 60 * 60;
const maxOfCaller = 10;
/** Bounds what is stored. Far fewer are mailed (store-mail-limits.ts), so a flood can't close the form by itself. */
const maxOfStore = 500;

type Message = Output<typeof contact.createContactMessage>;

/** Stores the message and queues it to the store, with a copy to its sender. The mails are limited when they are sent. */
export async function createContactMessage(
  ctx: Context,
  { body }: Input<typeof contact.createContactMessage>,
): Promise<Message> {
  await countMessage(ctx);
  const email = body.email.toLowerCase();
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
      const data = { messageId: id };
      const store = await storeMailbox(tx);
      if (store !== undefined) {
        const { email: to, userId } = store;
        await enqueueMail(tx, { template: "contact-message", to, userId, data });
      }
      await enqueueMail(tx, { template: "contact-copy", to: email, data });
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

/** Throws RATE_LIMITED. Before the transaction: it takes a connection of its own. */
async function countMessage({ services, store, caller, limitsCallers }: Context): Promise<void> {
  if (!limitsCallers) return;
  const { app } = services.database;
  await countCall(app, `contact hour ${caller.address}`, maxOfCaller, hour);
  if (await hasRoom(app, `contact store ${store.id}`, maxOfStore, hour)) return;
  throw rateLimited(
    "The store gets too many messages right now. Wait up to an hour, or send an email instead.",
    hour,
  );
}
