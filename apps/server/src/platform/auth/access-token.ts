import { jwtVerify, SignJWT } from "jose";

/** Seconds; whether its session still stands is asked at each call that asks who calls (http/identify.ts). */
export const accessTokenSeconds = 15 * 60;
const issuer = "vetrina";
const mostKept = 10_000;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export type TokenHolder = { userId: string; sessionId: string; isPlatformAdmin: boolean };
export type AccessTokens = {
  issue(holder: TokenHolder): Promise<string>;
  /** null for a token that is forged, expired or not ours. */
  verify(token: string): Promise<TokenHolder | null>;
};

function isId(claim: unknown): claim is string {
  return typeof claim === "string" && uuid.test(claim);
}

/** Signed with HS256 and no other algorithm; verified tokens are kept until they expire (a check costs 60 µs). */
export function createAccessTokens(key: Buffer, now: () => Date): AccessTokens {
  const verified = new Map<string, { holder: TokenHolder; expires: number }>();

  async function verify(token: string): Promise<TokenHolder | null> {
    const known = verified.get(token);
    if (known !== undefined && known.expires > now().getTime()) return known.holder;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer,
        currentDate: now(),
      });
      const { sub: userId, sid: sessionId } = payload;
      if (!isId(userId) || !isId(sessionId)) return null;
      const holder = {
        userId,
        sessionId,
        isPlatformAdmin: payload["adm"] === true,
      };
      if (verified.size >= mostKept) verified.clear();
      verified.set(token, { holder, expires: (payload.exp ?? 0) * 1000 });
      return holder;
    } catch {
      return null;
    }
  }

  return {
    verify,
    issue: (holder) =>
      new SignJWT({ sid: holder.sessionId, ...(holder.isPlatformAdmin ? { adm: true } : {}) })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(holder.userId)
        .setIssuer(issuer)
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + accessTokenSeconds * 1000))
        .sign(key),
  };
}
