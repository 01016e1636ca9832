import type { secondFactor } from "@vetrina/contract/people/second-factor";
import { base32, newTotpSecret, otpauthUri } from "../../../platform/auth/totp.ts";
import { type Context, userTransaction } from "../../../platform/context.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { getMe } from "../get-me.ts";
import { lockProven, provePassword } from "./prove-identity.ts";
import { storeSecret } from "./second-factor.ts";

/** The name that authenticator apps show above the code. */
const issuer = "Vetrina";

/** Throws ALREADY_EXISTS if two-step verification is on. It must be turned off first, which takes a code. */
export async function startTotp(
  ctx: Context,
  { body }: Input<typeof secondFactor.startTotp>,
): Promise<Output<typeof secondFactor.startTotp>> {
  const provenHash = await provePassword(ctx, body.password);
  const user = await getMe(ctx);
  const secret = newTotpSecret();
  const isStored = await userTransaction(ctx, async (tx) => {
    await lockProven(tx, ctx, provenHash);
    return storeSecret(tx, ctx.services, user.id, secret);
  });
  if (!isStored)
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "Two-step verification is already on. Turn it off first.",
    );
  return { secret: base32(secret), uri: otpauthUri(secret, user.email, issuer) };
}
