import type { customers } from "@vetrina/contract/people/customers";
import { sql } from "../../../platform/database/sql.ts";
import { notFound } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { noTokensHash } from "./subscription-token.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.ts";

/** Ends a subscription. Repeating the call changes nothing. Earlier confirmation links stop working. */
export const unsubscribe: Handler<typeof customers.unsubscribe> = async (
  ctx,
  { body: { token } },
) => {
  const id = readUnsubscribeToken(ctx.services.key("unsubscribe"), ctx.store.id, token);
  if (id === null) throw notFound("subscription");
  const left = await ctx.tx((tx) =>
    tx.row<{ left: boolean }>(
      sql`select door.unsubscribe(${id}, ${noTokensHash()}, ${ctx.now()}) as left`,
    ),
  );
  if (left?.left !== true) throw notFound("subscription");
  return { status: "UNSUBSCRIBED" };
};
