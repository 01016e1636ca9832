import type { customers } from "@vetrina/contract/customers";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { guestMinutes, sealGuest } from "../orders/guest-handle.ts";

/** Returns a handle for the order that follows. For known and new addresses, answer and work are the same. */
export const findOrCreateGuest: Handler<typeof customers.findOrCreateGuest> = async (
  ctx,
  { body },
) => {
  const email = body.email.toLowerCase();
  const guest = await ctx.tx((tx) =>
    tx.row<{ id: string }>(sql`
      select door.find_or_create_guest(${newId()}, ${email}, ${body.name ?? ""}, ${ctx.now()}) as id`),
  );
  if (guest === undefined) throw new Error("find_or_create_guest returned no row");
  const expiresAt = new Date(ctx.now().getTime() + guestMinutes * 60_000);
  const key = ctx.services.key("guest handle");
  return {
    handle: sealGuest(key, ctx.store.id, { customerId: guest.id, email }, expiresAt),
    expiresAt: expiresAt.toISOString(),
  };
};
