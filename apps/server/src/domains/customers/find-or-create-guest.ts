import type { customers } from "@vetrina/contract/people/customers";
import type { Handler } from "../../platform/http/routes.ts";
import { guestMinutes, sealGuest } from "../orders/guest-handle.ts";

/**
 * Returns a handle for the order that follows; placing the order finds or creates the customer. Nothing is read or
 * written here, so that the call reveals nothing about the email address, and callers who never order leave no rows.
 */
export const findOrCreateGuest: Handler<typeof customers.findOrCreateGuest> = async (
  { services, store, now },
  { body },
) => {
  const expiresAt = new Date(now().getTime() + guestMinutes * 60_000);
  const guest = { ...body, email: body.email.toLowerCase() };
  return {
    handle: sealGuest(services.key("guest handle"), store.id, guest, expiresAt),
    expiresAt: expiresAt.toISOString(),
  };
};
