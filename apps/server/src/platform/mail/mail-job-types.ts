import { z } from "zod";

/** `isCounted`: by the limit of its store, at an earlier attempt. */
const payload = z.object({ mailId: z.guid(), isCounted: z.boolean().optional() });

/** Mails of accounts and those that shoppers wait for have places of their own, so that many bulk mails delay neither. */
export const mailJobTypes = {
  ofAccount: { kind: "mail.account", payload },
  ofStore: { kind: "mail", payload },
  bulk: { kind: "mail.bulk", payload },
};
