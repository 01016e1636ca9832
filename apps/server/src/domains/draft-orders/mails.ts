import { systemTransaction, type Transaction } from "../../platform/context.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { isOutdated, mailedOrder } from "../order-records/mails.ts";
import { draftKey, payLink } from "./draft-link.ts";
import {
  type DraftRow,
  readDraft,
  readDraftLines,
  presentDraftWithItems,
  statusOf,
} from "./draft-rows.ts";
import { paymentLinkMail } from "./payment-link-mail.ts";

export async function enqueuePaymentLink(
  tx: Transaction,
  draft: DraftRow & { email: string },
): Promise<void> {
  const { email: to, language } = draft;
  // The order made from a draft has the draft's id.
  await enqueueMail(tx, {
    template: "order-payment-link",
    to,
    language,
    data: mailedOrder(draft),
  });
}

/**
 * The email with the pay link. Returns null if the email is outdated, the link has expired or the draft has become an
 * order.
 */
export const composePaymentLink: Composer<"order-payment-link"> = async (
  services,
  job,
  sender,
  texts,
) => {
  const { storeId, data } = job;
  if (storeId === null) return null;
  const { draft, lines } = await systemTransaction(services, storeId, async (tx) => ({
    draft: await readDraft(tx, data.orderId),
    lines: await readDraftLines(tx, data.orderId),
  }));
  const now = services.now();
  const links = { email: draft.email, linkVersion: draft.link_version };
  if (statusOf(draft, now) !== "OPEN" || !draft.has_key || isOutdated(job, links)) return null;
  const { key } = draftKey(services, draft.id, draft.link_version);
  const link = payLink(sender.origin, draft, key);
  return paymentLinkMail(presentDraftWithItems(draft, lines, now), sender, texts, link);
};
