import { type Device, rememberDevice } from "../../platform/auth/known-device.ts";
import type { Context } from "../../platform/context.ts";
import { trustNetwork } from "./attempts.ts";
import { codeAttempts, passwordAttempts } from "./rules.ts";

/**
 * Called after a login or an opened link, so that other people's attempts don't block the owner. The browser becomes a
 * known device at this host, and the network is trusted at all hosts, because cookies don't reach other hosts. For
 * attempts at codes, both apply only after a correct code; otherwise each login would allow more attempts.
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
