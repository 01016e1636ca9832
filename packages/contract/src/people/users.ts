import { z } from "zod";
import { Id, Limit, listOf, OptionalText, Page, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { RoleType } from "../enumerations.ts";
import { Permission } from "./permissions.ts";

export const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    isPlatformAdmin: z.boolean(),
    hasTotp: z
      .boolean()
      .meta({ description: "Whether signing in requires a code in addition to the password." }),
    roles: z
      .array(
        z.object({
          storeId: Id,
          storeName: z.string(),
          role: RoleType,
          permissions: z.array(Permission),
        }),
      )
      .meta({
        description:
          "At most 200 roles, accepted ones first. A store can assign roles without the user's consent, and these must not displace accepted ones.",
      }),
    createdAt: Time,
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

/** An account's email in lower case and Unicode NFC, so that different spellings belong to the same account. */
export const AccountEmail = z
  .string()
  .trim()
  .normalize("NFC")
  .toLowerCase()
  .max(254)
  .check(z.email({ error: "Enter an email address." }));

/**
 * A new password. Any characters are allowed. The server also rejects common passwords and those derived from the email
 * (NIST SP 800-63B-4).
 */
export const NewPassword = z
  .string()
  .min(10, "Use at least 10 characters.")
  .max(200, "Use at most 200 characters.");
const PersonName = Text(120);
const MailedToken = z.string().min(20).max(200);
/** The response is the same for every email address, so that it doesn't reveal who has an account. */
const Pending = z.object({ status: z.literal("PENDING") });

export const CurrentPassword = z.string().min(1).max(200);
/** Six digits from an authenticator app, or a recovery code. */
export const Code = z.string().trim().min(6).max(20);

/** Proof of the user's identity, required before sensitive actions such as creating an API key. */
export const Proof = z.strictObject({
  currentPassword: CurrentPassword.optional().meta({
    description:
      "Can be left out for 10 minutes after the user signed in or last sent the password in this session. Always required in a session opened at a store's custom domain.",
  }),
  code: Code.optional().meta({
    description:
      "Required along with the password if two-step verification is on. Recovery codes work too.",
  }),
});
/** The errors of calls that require proof. */
export const notProven = ["INVALID_CREDENTIALS", "TOTP_REQUIRED", "RATE_LIMITED"] as const;
export type Proof = z.infer<typeof Proof>;

export const Session = z
  .object({
    id: Id,
    createdAt: Time,
    lastUsedAt: Time,
    expiresAt: Time,
    device: z
      .string()
      .nullable()
      .meta({ description: "Browser and system, such as Firefox on Linux; null if unknown." }),
    address: z.string().nullable().meta({
      description: "The network that the session was started from, such as 203.0.113.0/24.",
    }),
    isCurrent: z.boolean(),
  })
  .meta({ id: "Session" });

export const Account = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    isPlatformAdmin: z.boolean(),
    emailVerifiedAt: Time.nullable(),
    createdAt: Time,
  })
  .meta({ id: "Account" });

const none = { by: "none" } as const;

export const users = {
  register: endpoint({
    method: "POST",
    path: "/users/register",
    summary:
      "Registers an account, which is activated by the link in the email. The response is the same if the address already has an account; its owner is notified by email.",
    access: { allow: ["public"], limit: 10 },
    store: none,
    body: z.strictObject({ name: PersonName, email: AccountEmail, password: NewPassword }),
    response: Pending,
    status: 202,
    errors: ["RATE_LIMITED"],
    personal: true,
  }),
  verifyEmail: endpoint({
    method: "POST",
    path: "/users/verify-email",
    summary:
      "Verifies an email address with the token from the email, for a new account or a changed address.",
    access: { allow: ["public"], limit: 30 },
    store: none,
    body: z.strictObject({
      token: MailedToken,
      password: CurrentPassword.optional().meta({
        description:
          "The account's password. Required for a changed address: if it was mistyped, someone else reads the email. Optional for a new account, but pages opened from the email also ask for it then, so that the owner of the mailbox can't activate an account that someone else registered.",
      }),
      newPassword: NewPassword.optional().meta({
        description:
          "For a new account, instead of `password`: a new password. It replaces the one chosen at registration.",
      }),
    }),
    response: z.object({
      status: z.literal("VERIFIED"),
      email: z.string().meta({ description: "The verified address." }),
      needsPassword: z.boolean().meta({
        description:
          "true if the address was registered more than once, with different passwords. No password is then valid until the user resets it.",
      }),
    }),
    errors: ["TOKEN_INVALID", "INVALID_CREDENTIALS", "ALREADY_EXISTS", "RATE_LIMITED"],
    personal: true,
  }),
  resendVerificationEmail: endpoint({
    method: "POST",
    path: "/users/resend-verification-email",
    summary:
      "Sends the verification email of a new account again, if the account is not verified yet.",
    access: { allow: ["public"], limit: 10 },
    store: none,
    body: z.strictObject({ email: AccountEmail }),
    response: Pending,
    status: 202,
    errors: ["RATE_LIMITED"],
    personal: true,
  }),
  forgotPassword: endpoint({
    method: "POST",
    path: "/users/forgot-password",
    summary: "Sends an email with a link to reset the password, if the address has an account.",
    access: { allow: ["public"], limit: 10 },
    store: none,
    body: z.strictObject({ email: AccountEmail }),
    response: Pending,
    status: 202,
    errors: ["RATE_LIMITED"],
    personal: true,
  }),
  checkResetToken: endpoint({
    method: "POST",
    path: "/users/check-reset-token",
    summary:
      "Checks that the token from the email can reset the password, without using it. A call with an invalid token also counts toward the limit of resetPassword.",
    access: { allow: ["public"], limit: 30 },
    store: none,
    body: z.strictObject({ token: MailedToken }),
    errors: ["TOKEN_INVALID", "RATE_LIMITED"],
    personal: true,
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/users/reset-password",
    summary: "Resets the password with the token from the email and signs the user out everywhere.",
    access: { allow: ["public"], limit: 30 },
    store: none,
    body: z.strictObject({ token: MailedToken, password: NewPassword }),
    errors: ["TOKEN_INVALID", "RATE_LIMITED"],
    personal: true,
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/users/change-password",
    summary:
      "Changes the password, signs the user out of all other sessions and invalidates links in earlier emails about the account. The new password must differ from the current one. An account can change its password five times an hour.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ currentPassword: CurrentPassword, newPassword: NewPassword }),
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "RATE_LIMITED"],
    personal: true,
  }),
  updateUser: endpoint({
    method: "PUT",
    path: "/users/{id}",
    summary:
      "Changes a user's name or email. A new email requires the current password. It takes effect once the user opens the link sent to the new address and enters the password again. In a session opened at a store's custom domain, a new name requires the password too.",
    access: { allow: ["self"], limit: 30 },
    store: none,
    params: z.object({ id: Id }),
    body: z.strictObject({
      name: PersonName.optional(),
      email: AccountEmail.optional(),
      currentPassword: CurrentPassword.optional(),
    }),
    response: Account.extend({
      pendingEmail: z
        .string()
        .nullable()
        .meta({ description: "The new email that this call requested, not verified yet." }),
    }),
    errors: ["UNAUTHENTICATED", "NOT_FOUND", "INVALID_CREDENTIALS", "RATE_LIMITED"],
    personal: true,
  }),
  deleteUser: endpoint({
    method: "DELETE",
    path: "/users/{id}",
    summary:
      "Deletes an account and ends its sessions; the email can be registered again. May require currentPassword. Fails for the last owner of a store and for the last platform administrator. The error's details list the stores that would have no owner.",
    access: { allow: ["self"] },
    store: none,
    params: z.object({ id: Id }),
    body: Proof.optional(),
    errors: ["UNAUTHENTICATED", "NOT_FOUND", "LAST_OWNER", ...notProven],
    personal: true,
  }),
  login: endpoint({
    method: "POST",
    path: "/users/login",
    summary:
      "Signs in with email and password, and with a code if two-step verification is on. If the code is missing, the call fails with TOTP_REQUIRED. If `cookie` is true, the refresh token is set as an httpOnly cookie and left out of the response. A session started at a store's custom domain gives access to that store only.",
    access: { allow: ["public"], limit: 20 },
    store: none,
    body: z.strictObject({
      email: AccountEmail,
      password: CurrentPassword,
      code: Code.optional().meta({
        description: "A code from the authenticator app, or a recovery code.",
      }),
      cookie: z.boolean().default(false),
    }),
    response: z.object({
      accessToken: z.string(),
      refreshToken: z.string().optional(),
      user: User,
    }),
    errors: ["INVALID_CREDENTIALS", "TOTP_REQUIRED", "FORBIDDEN", "UNKNOWN_HOST", "RATE_LIMITED"],
    personal: true,
  }),
  refreshToken: endpoint({
    method: "POST",
    path: "/users/refresh-token",
    summary:
      "Returns a new access token and, if `rotate` is true, a new refresh token. Without a token in the body, the refresh token in the cookie is used, which is always rotated.",
    access: { allow: ["public"], limit: 120 },
    store: none,
    body: z.strictObject({
      refreshToken: z.string().min(10).max(500).optional(),
      rotate: z.boolean().default(false),
    }),
    response: z.object({ accessToken: z.string(), refreshToken: z.string().optional() }),
    errors: ["UNAUTHENTICATED", "UNKNOWN_HOST", "RATE_LIMITED"],
    personal: true,
  }),
  logout: endpoint({
    method: "POST",
    path: "/users/logout",
    summary:
      "Signs the user out: ends the sessions of the access token, of the refresh token in the body and of the cookie.",
    access: { allow: ["user", "public"], limit: 120 },
    store: none,
    body: z.strictObject({ refreshToken: z.string().max(500).optional() }).optional(),
    errors: ["RATE_LIMITED"],
    personal: true,
  }),
  getMe: endpoint({
    method: "GET",
    path: "/users/me",
    summary: "Returns the signed-in user with their roles.",
    access: { allow: ["user"] },
    store: none,
    response: User,
    errors: ["UNAUTHENTICATED"],
    personal: true,
  }),
  listUsers: endpoint({
    method: "GET",
    path: "/users/all",
    summary:
      "Lists accounts, newest first. To go beyond 10,000 accounts, send the last account's id as `after`.",
    access: { allow: ["platform"] },
    store: none,
    query: z.object({
      search: OptionalText(254)
        .optional()
        .meta({ description: "Finds accounts whose email contains this text." }),
      after: Id.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(Account),
    errors: ["UNAUTHENTICATED", "FORBIDDEN"],
    personal: true,
  }),
  listSessions: endpoint({
    method: "GET",
    path: "/users/me/sessions",
    summary:
      "Lists the user's sessions, most recently used first. In a session opened at a store's custom domain, only the sessions opened there are listed and can be ended.",
    access: { allow: ["user"] },
    store: none,
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(Session),
    errors: ["UNAUTHENTICATED"],
    personal: true,
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/users/me/sessions/{id}",
    summary: "Ends one of the user's sessions.",
    access: { allow: ["user"], limit: 30 },
    store: none,
    params: z.object({ id: Id }),
    errors: ["UNAUTHENTICATED", "NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  endOtherSessions: endpoint({
    method: "DELETE",
    path: "/users/me/sessions",
    summary: "Ends all of the sessions that listSessions returns, except the current one.",
    access: { allow: ["user"], limit: 30 },
    store: none,
    response: z.object({ ended: z.int().min(0) }),
    errors: ["UNAUTHENTICATED", "RATE_LIMITED"],
    personal: true,
  }),
};
