import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../context.ts";
import { isHttps } from "../http/is-https.ts";

/**
 * A browser in which the user has signed in before. Failed logins elsewhere can't block logins from it (OWASP: device
 * cookies). Being a known device grants no access.
 */
export type Device = {
  id: string;
  /** Whether the user has also signed in with two-step verification in this browser. */
  hasPassedCode: boolean;
};

const cookieName = "vetrina_device";
const cookieDays = 365;

/**
 * Returns the caller's device if it is known for this (normalized) email, else null. A neighboring host can set a
 * cookie of the same name, so this checks every cookie with that name.
 */
export function knownDevice({ caller, services }: Context, email: string): Device | null {
  for (const [name, value] of caller.cookies()) {
    if (name !== cookieName) continue;
    const [id = "", mac = "", step] = value.split(".");
    const device = { id, hasPassedCode: step === "code" };
    const sent = Buffer.from(mac, "base64url");
    const right = macOf(services.key("known device"), email, device);
    if (sent.length === right.length && timingSafeEqual(sent, right)) return device;
  }
  return null;
}

/** Makes the browser known for the next login at this host; creates a device if none is given. */
export function rememberDevice(
  ctx: Context,
  email: string,
  known: Device | null,
  hasPassedCode: boolean,
): void {
  const device = {
    id: known?.id ?? randomBytes(16).toString("base64url"),
    hasPassedCode: hasPassedCode || (known?.hasPassedCode ?? false),
  };
  const mac = macOf(ctx.services.key("known device"), email, device).toString("base64url");
  const value = [device.id, mac, ...(device.hasPassedCode ? ["code"] : [])].join(".");
  const secure = isHttps(ctx) ? "; Secure" : "";
  ctx.setCookie(
    `${cookieName}=${value}; Path=/api/v1/users/login; Max-Age=${cookieDays * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}

function macOf(key: Buffer, email: string, { id, hasPassedCode }: Device): Buffer {
  return createHmac("sha256", key)
    .update(JSON.stringify([email, id, ...(hasPassedCode ? ["code"] : [])]))
    .digest();
}
