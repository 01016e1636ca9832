/** A session ends so long after its login, however often it is refreshed. */
export const sessionMs = 30 * 24 * 60 * 60 * 1000;
/** So long after signing in, or proving it again, nobody is asked who they are before what can't be undone. */
export const provenMs = 10 * 60 * 1000;
/** So long a rotated refresh token still gives its successor: lost answers, tabs that refresh at the same moment. */
export const replayMs = 30_000;
/** Tabs of one browser that refresh at the same moment may reach us by IPv4 and by IPv6. */
export const sameMomentMs = 5000;
/** Login attempts are counted in windows of so many seconds, for all processes together. */
export const attemptWindow = 15 * 60;
/** A network that a mailed link or a login came from counts as proven for one to two of these windows. */
export const provenNetworkWindow = 30 * 60;

export type AttemptLimits = {
  ofDevice: number;
  /** Of all unknown devices in a network. */
  ofNetwork: number;
  /** Of all unknown devices everywhere. */
  ofAll: number;
  /** Past `ofAll` a network has `triesPastAll`, of which one counts, up to this: spread attempts slow each other down. */
  firstOfAll: number;
};

/** One typing error, then the right password. */
export const triesPastAll = 2;
/** Wrong passwords for one e-mail. */
export const passwordAttempts: AttemptLimits = {
  ofDevice: 10,
  ofNetwork: 5,
  ofAll: 100,
  firstOfAll: 1000,
};
/** Wrong codes for one user, by callers who know the password: of a million codes, three are right at a time. */
export const codeAttempts: AttemptLimits = {
  ofDevice: 5,
  ofNetwork: 5,
  ofAll: 15,
  firstOfAll: 15,
};
/** Mails to one mailbox in an hour, counted apart by what asks for them: none of these can use up another's. */
export const accountMailsAnHour = {
  registration: 3,
  "verify-email": 3,
  "reset-password": 4,
  "change-email": 4,
} as const;
/** Of these, so many are one caller's: a name without a usable link gets one past them, from a caller who asked for fewer. */
export const accountMailsOfCallerToMailbox = 2;
/** Past them, of all callers together. */
export const accountMailsPastAnHour = 30;
/** That anonymous callers of one address ask for, to whichever mailboxes: an office or a school may be behind it. */
export const accountMailsOfCaller = { max: 60, seconds: 60 * 60 };
/** Of all users who ask to change to the same address. */
export const changeMailsOfAllAnHour = 12;
/** Of one user, to whichever addresses. */
export const changeMailsOfUserAnHour = 5;
/** A link that works for so long still is one that its reader can use: it need not be mailed again. */
export const usableLinkMs = 15 * 60 * 1000;

export type PresentedToken = {
  /** null: not rotated yet. */
  rotatedAt: Date | null;
  /** By whom it was rotated; null where that was not kept. */
  rotatedBy: Presenter | null;
  sessionExpiresAt: Date;
  sessionRevokedAt: Date | null;
  userDeletedAt: Date | null;
};

/** From where a token is presented, as hashes. */
export type Presenter = { network: Buffer; device: Buffer };

/**
 * What a presented refresh token is worth. `rotated`: its successor, for a lost answer or a second tab, which come from the
 * network and the kind of browser that rotated it. `elsewhere`: an access token alone, for a tab of the same browser that
 * reaches us by another network at the same moment. `stolen`: somebody holds a copy, and the whole session ends.
 */
export function judge(
  token: PresentedToken,
  by: Presenter,
  now: Date,
): "current" | "rotated" | "elsewhere" | "dead" | "stolen" {
  const { rotatedAt, rotatedBy, sessionExpiresAt, sessionRevokedAt, userDeletedAt } = token;
  if (sessionRevokedAt !== null || userDeletedAt !== null || sessionExpiresAt <= now) return "dead";
  if (rotatedAt === null) return "current";
  const age = now.getTime() - rotatedAt.getTime();
  if (age > replayMs) return "stolen";
  if (rotatedBy === null) return "rotated";
  if (!rotatedBy.device.equals(by.device)) return "stolen";
  if (rotatedBy.network.equals(by.network)) return "rotated";
  return age <= sameMomentMs ? "elsewhere" : "stolen";
}
