import { z } from "zod";
import { Email, Id, Limit, listOf, LongText, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const ContactSubject = z
  .enum(["Order", "Shipping", "Returns and exchanges", "Product question", "Press", "Other"])
  .meta({ id: "ContactSubject" });
export type ContactSubject = z.infer<typeof ContactSubject>;

/** An order number that Vetrina assigned, such as 7K3M-9QXZ. */
const OrderNumber = z
  .string()
  .max(9, "Enter an order number like 7K3M-9QXZ.")
  .regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/, "Enter an order number like 7K3M-9QXZ.");

export const ContactMessage = z
  .object({
    id: Id,
    name: z.string(),
    email: z
      .string()
      .meta({ description: "As entered, in lower case. The address is not verified." }),
    subject: ContactSubject,
    message: z.string().meta({ description: "Plain text. Escape it before showing it." }),
    createdAt: Time,
  })
  .meta({ id: "ContactMessage" });
export type ContactMessage = z.infer<typeof ContactMessage>;

const byStore = { by: "store", in: "params", field: "storeId" } as const;
const storeId = z.object({ storeId: z.string().max(253) });

export const contact = {
  createContactMessage: endpoint({
    method: "POST",
    path: "/contact/store/{storeId}",
    summary:
      "Saves a message for the store, emails it to the store, and emails a copy to the sender's address. After a limited number of emails, no more are sent, but the message is saved. If the same message is sent again within an hour, nothing is saved or emailed.",
    access: { allow: ["public"], limit: 5 },
    store: byStore,
    params: storeId,
    body: z.strictObject({
      name: Text(120, "Enter your name."),
      email: Email,
      subject: ContactSubject,
      message: LongText(4000, "Write your message."),
      returnOf: OrderNumber.optional().meta({
        description:
          "The number of an order that is to be returned. The emails have it in their subject. It is not verified.",
      }),
    }),
    response: z.object({ status: z.literal("RECEIVED") }),
    status: 202,
    errors: ["NOT_FOUND", "RATE_LIMITED", "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
    personal: true,
  }),
  listContactMessages: endpoint({
    method: "GET",
    path: "/contact/store/{storeId}",
    summary:
      "Lists the messages from the store's contact form, newest first. Messages are kept for two years.",
    access: { allow: ["MANAGE_CUSTOMERS"] },
    store: byStore,
    params: storeId,
    query: z.object({
      email: Email.optional().meta({ description: "Only messages from this address." }),
      subject: ContactSubject.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(ContactMessage),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
};
