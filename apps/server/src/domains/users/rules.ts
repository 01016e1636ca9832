/** A session ends so long after its login, however often it is refreshed. */
export const sessionMs = 30 * 24 * 60 * 60 * 1000;
/** So long a rotated refresh token still gives its successor: lost answers, tabs that refresh at the same moment. */
export const replayMs = 30_000;
/** Wrong tries in a window of so many seconds, for all processes together. */
export const guessWindow = 15 * 60;
/** At one e-mail's password from wherever they come, or from one device that it is known by. */
export const passwordGuesses = 10;
/** At one user's second step. */
export const codeGuesses = 5;
/** Mails that strangers can have sent to one address in an hour. */
export const mailsPerAddress = 4;

export type PresentedToken = {
  /** null: not rotated yet. */
  rotatedAt: Date | null;
  sessionExpiresAt: Date;
  sessionRevokedAt: Date | null;
  userDeletedAt: Date | null;
};

/**
 * What a presented refresh token is worth. `stolen`: it was rotated longer ago than any honest client would keep it, so
 * somebody holds a copy and the whole session ends.
 */
export function judge(token: PresentedToken, now: Date): "current" | "rotated" | "dead" | "stolen" {
  const { rotatedAt, sessionExpiresAt, sessionRevokedAt, userDeletedAt } = token;
  if (sessionRevokedAt !== null || userDeletedAt !== null || sessionExpiresAt <= now) return "dead";
  if (rotatedAt === null) return "current";
  return now.getTime() - rotatedAt.getTime() <= replayMs ? "rotated" : "stolen";
}
