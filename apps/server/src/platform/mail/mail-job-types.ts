import { z } from "zod";

/** `isCounted`: already counted against its store's limit, at an earlier attempt. */
const payload = z.object({ mailId: z.guid(), isCounted: z.boolean().optional() });

/**
 * Emails of accounts and emails that shoppers wait for have their own concurrency, so that many bulk emails delay
 * neither.
 */
export const mailJobTypes = {
  ofAccount: { kind: "mail.account", payload },
  ofStore: { kind: "mail", payload },
  bulk: { kind: "mail.bulk", payload },
};
