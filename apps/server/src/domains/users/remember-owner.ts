import { type Device, rememberDevice } from "../../platform/auth/known-device.ts";
import type { Context } from "../../platform/context.ts";
import { trustNetwork } from "./attempts.ts";
import { codeAttempts, passwordAttempts } from "./rules.ts";

/**
 * Keeps other people's attempts from blocking the owner; called after a login or an opened link. Makes the browser a
 * known device at this host, and trusts the network at all hosts. Does the same for attempts at codes only after a
 * correct code, because otherwise each login would allow more attempts.
 */
export async function rememberOwner(
  ctx: Context,
  { userId, email }: { userId: string; email: string },
  {
    device = null,
    hasPassedCode = false,
  }: { device?: Device | null; hasPassedCode?: boolean } = {},
): Promise<void> {
  if (ctx.caller.isCrossOrigin) return;
  rememberDevice(ctx, email.toLowerCase(), device, hasPassedCode);
  await trustNetwork(ctx, "password", email.toLowerCase(), passwordAttempts);
  if (hasPassedCode) await trustNetwork(ctx, "code", userId, codeAttempts);
}
