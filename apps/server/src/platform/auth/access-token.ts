import { isUuid } from "@vetrina/contract/common";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";

/**
 * An access token's lifetime in seconds. A token also stops working when its session ends (http/callers/identify.ts).
 */
export const accessTokenSeconds = 15 * 60;
const issuer = "vetrina";
const audience = "vetrina api";
/** The clocks of several machines may differ by this many seconds. */
const maxClockSkewSeconds = 30;
/** A longer token is rejected without being verified or cached. Ours have about 300 characters. */
const maxTokenLength = 1000;
const maxCached = 10_000;

export type TokenHolder = { userId: string; sessionId: string; isPlatformAdmin: boolean };
export type AccessTokens = {
  issue(holder: TokenHolder): Promise<string>;
  /** Returns null for a token that is forged, has expired, or was not issued by this platform. */
  verify(token: string): Promise<TokenHolder | null>;
};

/**
 * Accepts HS256 only, and rejects tokens with a longer lifetime than ours. Verified tokens are cached, at most until
 * they expire (a check costs 60 µs).
 */
export function createAccessTokens(key: Buffer, now: () => Date): AccessTokens {
  const verified = new Map<string, { holder: TokenHolder; expires: number }>();

  async function verify(token: string): Promise<TokenHolder | null> {
    if (token.length > maxTokenLength) return null;
    const known = verified.get(token);
    if (known !== undefined && known.expires > now().getTime()) return known.holder;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer,
        audience,
        requiredClaims: ["sub", "iat", "exp"],
        currentDate: now(),
      });
      const { sub: userId, sid: sessionId } = payload;
      const expires = expiryOf(payload, now());
      if (expires === null || !isId(userId) || !isId(sessionId)) return null;
      const holder = {
        userId,
        sessionId,
        isPlatformAdmin: payload["adm"] === true,
      };
      if (verified.size >= maxCached) verified.clear();
      verified.set(token, { holder, expires: expires.getTime() });
      return holder;
    } catch {
      return null;
    }
  }

  return {
    verify,
    issue(holder) {
      const at = now();
      return new SignJWT({
        sid: holder.sessionId,
        ...(holder.isPlatformAdmin ? { adm: true } : {}),
      })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(holder.userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(at)
        .setExpirationTime(new Date(at.getTime() + accessTokenSeconds * 1000))
        .sign(key);
    },
  };
}

/** When a token expires; null if its lifetime is longer than ours, or it was issued in the future. */
function expiryOf({ iat, exp }: JWTPayload, now: Date): Date | null {
  if (iat === undefined || exp === undefined) return null;
  const isIssued = iat * 1000 <= now.getTime() + maxClockSkewSeconds * 1000;
  return isIssued && exp - iat <= accessTokenSeconds ? new Date(exp * 1000) : null;
}

function isId(claim: unknown): claim is string {
  return typeof claim === "string" && isUuid(claim);
}
