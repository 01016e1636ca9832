import { type Device, rememberDevice } from "../../platform/auth/known-device.ts";
import type { Context } from "../../platform/context.ts";
import { trustNetwork } from "./attempts.ts";
import { codeAttempts, passwordAttempts } from "./rules.ts";

/**
 * After a login or a mailed link: login attempts by others no longer stand in the owner's way. The browser is known at this
 * host, and the network at all of them: cookies do not reach the platform's other hosts.
 */
export async function rememberOwner(
  ctx: Context,
  { userId, email }: { userId: string; email: string },
  device: Device | null = null,
): Promise<void> {
  if (ctx.caller.isCrossOrigin) return;
  rememberDevice(ctx, email.toLowerCase(), device);
  await trustNetwork(ctx, "password", email.toLowerCase(), passwordAttempts);
  await trustNetwork(ctx, "code", userId, codeAttempts);
}
