/** A session ends this long after its login, however often it is refreshed. */
export const sessionMs = 30 * 24 * 60 * 60 * 1000;
/**
 * For this long after a login or a proof of identity, irreversible calls do not ask for the password again, except in
 * sessions of custom domains.
 */
export const provenMs = 10 * 60 * 1000;
/**
 * For this long, a rotated refresh token still returns its successor, because a response may get lost and tabs may
 * refresh at the same time.
 */
const replayMs = 30_000;
/** Within this time, the tabs of one browser may refresh through different networks, such as IPv4 and IPv6. */
const sameMomentMs = 5000;
/** Seconds. Login attempts are counted per window of this length, across all processes. */
export const attemptWindow = 15 * 60;
/** Seconds. A network stays trusted for one to two windows of this length after a login or an opened link. */
export const provenNetworkWindow = 30 * 60;

export type AttemptLimits = {
  ofDevice: number;
  /** The limit for all unknown devices in one network. */
  ofNetwork: number;
  /** The limit for all unknown devices everywhere. */
  ofAll: number;
  /**
   * Above `ofAll`, each network may still make `triesPastAll` attempts, which count as one in the total. Once the total
   * reaches this limit, it may make none. This slows down distributed attacks.
   */
  firstOfAll: number;
};

/** Enough for one typo and then the right password. */
export const triesPastAll = 2;
/** Limits on wrong passwords for one email. */
export const passwordAttempts: AttemptLimits = {
  ofDevice: 10,
  ofNetwork: 5,
  ofAll: 100,
  firstOfAll: 1000,
};
/**
 * Limits on wrong codes for one user from callers who know the password. At any time, three of a million codes are
 * valid.
 */
export const codeAttempts: AttemptLimits = {
  ofDevice: 5,
  ofNetwork: 5,
  ofAll: 15,
  firstOfAll: 15,
};
/**
 * Maximum number of password changes per account in an hour: this many through emailed links, and as many again while
 * signed in.
 */
export const newPasswordsAnHour = 5;
/**
 * Maximum number of emails to one mailbox in an hour. Each purpose has its own limit, so that none uses up another's.
 */
export const accountMailsAnHour = {
  registration: 3,
  "verify-email": 3,
  "reset-password": 4,
  "change-email": 4,
} as const;
/**
 * Above the limits, a caller with at most this many requests for a mailbox can still get a link for an alias that has
 * no usable one.
 */
export const accountMailsOfCallerToMailbox = 2;
/** Maximum number of emails to a mailbox beyond accountMailsAnHour, requested by all callers together. */
export const accountMailsPastAnHour = 30;
/**
 * Maximum number of emails in an hour that anonymous callers at one IP address may request, to any mailboxes. An office
 * or a school may share the IP address.
 */
export const accountMailsOfCaller = { max: 60, seconds: 60 * 60 };
/** Maximum number of requests per hour, from all users together, to change to the same address. */
export const changeMailsOfAllAnHour = 12;
/** Maximum number of requests per hour from one user to change to any address. */
export const changeMailsOfUserAnHour = 5;
/** A link that stays valid for at least this long is usable and need not be emailed again. */
export const usableLinkMs = 15 * 60 * 1000;

export type PresentedToken = {
  /** null if not rotated yet. */
  rotatedAt: Date | null;
  /** Who rotated it; null if that was not stored. */
  rotatedBy: Presenter | null;
  sessionExpiresAt: Date;
  sessionRevokedAt: Date | null;
  userDeletedAt: Date | null;
};

/** Where a token is presented from: hashes of the network and the device. */
export type Presenter = { network: Buffer; device: Buffer };

/**
 * What to do with a presented refresh token. `rotated`: return its successor, for a lost response or a second tab of
 * the same browser and network. `elsewhere`: return only an access token, for a tab that refreshes at the same moment
 * through another network. `dead`: reject it. `stolen`: end the session.
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
