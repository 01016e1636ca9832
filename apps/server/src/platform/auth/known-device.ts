import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../context.ts";
import { isHttps } from "../http/is-https.ts";

/**
 * A browser that somebody signed in with before. Guesses from elsewhere use up the tries of everybody else, not those of
 * this browser, so nobody can lock the owner out (OWASP: device cookies). It opens nothing.
 */
export type Device = { id: string };

const cookieName = "vetrina_device";
const cookieDays = 365;

/**
 * The device by which the call came, where it is known for this e-mail (normalized); else null. Cookies of the same name may
 * come from a neighboring host, so each of them is looked at.
 */
export function knownDevice({ caller, services }: Context, email: string): Device | null {
  for (const [name, value] of caller.cookies()) {
    if (name !== cookieName) continue;
    const [id = "", mac = ""] = value.split(".");
    const sent = Buffer.from(mac, "base64url");
    const right = macOf(services.key("known device"), email, id);
    if (sent.length === right.length && timingSafeEqual(sent, right)) return { id };
  }
  return null;
}

/** Lets the browser be known next time at this host; a new device where none is given. */
export function rememberDevice(ctx: Context, email: string, known: Device | null): void {
  const id = known?.id ?? randomBytes(16).toString("base64url");
  const mac = macOf(ctx.services.key("known device"), email, id).toString("base64url");
  const secure = isHttps(ctx) ? "; Secure" : "";
  ctx.setCookie(
    `${cookieName}=${id}.${mac}; Path=/api/v1/users/login; Max-Age=${cookieDays * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}

function macOf(key: Buffer, email: string, id: string): Buffer {
  return createHmac("sha256", key)
    .update(JSON.stringify([email, id]))
    .digest();
}
