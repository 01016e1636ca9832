import { users } from "@vetrina/contract/people/users";
import type { Context } from "../../platform/context.ts";
import { countCaller, uncountCaller } from "../../platform/http/callers/count-caller.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readResetToken } from "./reset-password.ts";

const counted = "resetPassword" satisfies keyof typeof users;

/**
 * Throws TOKEN_INVALID for a token that resetPassword would reject. Counts as a call of resetPassword, because the
 * response says the same about the token, unless the token is valid: its owner is about to make that call.
 */
export async function checkResetToken(
  ctx: Context,
  { body: { token } }: Input<typeof users.checkResetToken>,
): Promise<void> {
  const { app } = ctx.services.database;
  const { address } = ctx.caller;
  const { limit: max } = users[counted].access;
  if (ctx.limitsCallers) await countCaller(app, counted, address, { max });
  await readResetToken(ctx, token);
  if (ctx.limitsCallers) await uncountCaller(app, counted, address);
}
