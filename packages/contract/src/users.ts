import { z } from "zod";
import { Id, Limit, listOf, OptionalText, Page, Text, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { RoleType } from "./enumerations.ts";
import { Permission } from "./permissions.ts";

export const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    isPlatformAdmin: z.boolean(),
    hasTotp: z.boolean().meta({ description: "Signing in takes a code beside the password." }),
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
          "At most 200, those that the user accepted first: others may assign roles without being asked to.",
      }),
    createdAt: Time,
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

/** An account's address: however it is typed, it is the same one. */
export const AccountEmail = z
  .string()
  .trim()
  .normalize("NFC")
  .toLowerCase()
  .max(254)
  .check(z.email({ error: "Enter an e-mail address." }));

/** Any characters; those that are common or made of the e-mail are refused (NIST SP 800-63B-4). */
export const NewPassword = z
  .string()
  .min(10, "Use at least 10 characters.")
  .max(200, "Use at most 200 characters.");
const PersonName = Text(120);
const MailedToken = z.string().min(20).max(200);
/** The same whatever the address: it tells nobody who has an account. */
const Pending = z.object({ status: z.literal("PENDING") });

const CurrentPassword = z.string().min(1).max(200);
/** Six digits of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6).max(20);

/** Who it is, before what can't be undone. */
export const Proof = z.strictObject({
  currentPassword: CurrentPassword.optional().meta({
    description: "Asked for where the session was opened more than 10 minutes ago.",
  }),
  code: Code.optional().meta({
    description: "Beside the password where the second step is on; a recovery code will do.",
  }),
});
export type Proof = z.infer<typeof Proof>;

/** Where somebody is signed in. */
export const Session = z
  .object({
    id: Id,
    createdAt: Time,
    lastUsedAt: Time,
    expiresAt: Time,
    device: z.string().nullable().meta({ description: "Firefox on Linux; null: unknown." }),
    address: z
      .string()
      .nullable()
      .meta({ description: "The network it was opened from: 203.0.113.0/24." }),
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

const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({
    description: "Each stands once for a code of the app. They are shown this once.",
  }),
});

const none = { by: "none" } as const;

export const users = {
  register: endpoint({
    method: "POST",
    path: "/users/register",
    summary:
      "Asks for an account; it opens once the mail's link is. The answer is the same where the address has one: its owner is told by mail.",
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
    summary: "Proves an address by the mail's token: a new account's, or the one to change to.",
    access: { allow: ["public"], limit: 30 },
    store: none,
    body: z.strictObject({
      token: MailedToken,
      password: CurrentPassword.optional().meta({
        description:
          "The account's password. Pages that people open from the mail ask for it: whoever only reads the mail must not open an account that somebody else registered, or wants to move to this address.",
      }),
      newPassword: NewPassword.optional().meta({
        description:
          "In place of password, for a new account: the password chosen at registration counts no more.",
      }),
    }),
    response: z.object({
      status: z.literal("VERIFIED"),
      needsPassword: z.boolean().meta({
        description:
          "True where the address was registered more than once, so that no password counts: the next step is to reset it.",
      }),
    }),
    errors: ["TOKEN_INVALID", "INVALID_CREDENTIALS", "ALREADY_EXISTS", "RATE_LIMITED"],
    personal: true,
  }),
  resendVerificationEmail: endpoint({
    method: "POST",
    path: "/users/resend-verification-email",
    summary: "Sends the verification mail again, where one is waited for.",
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
    summary: "Mails a link to set a new password, where the address has an account.",
    access: { allow: ["public"], limit: 10 },
    store: none,
    body: z.strictObject({ email: AccountEmail }),
    response: Pending,
    status: 202,
    errors: ["RATE_LIMITED"],
    personal: true,
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/users/reset-password",
    summary: "Sets a new password by the mail's token and signs the user out everywhere.",
    access: { allow: ["public"], limit: 30 },
    store: none,
    body: z.strictObject({ token: MailedToken, password: NewPassword }),
    errors: ["TOKEN_INVALID", "RATE_LIMITED"],
    personal: true,
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/users/change-password",
    summary: "Sets a new password and signs the user out everywhere else.",
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
      "Changes name or e-mail. A new e-mail takes the caller's password, and counts once the link mailed to it is opened.",
    access: { allow: ["self"], limit: 30 },
    store: none,
    params: z.object({ id: Id }),
    body: z.strictObject({
      name: PersonName.optional(),
      email: AccountEmail.optional(),
      currentPassword: CurrentPassword.optional(),
    }),
    response: Account.extend({
      pendingEmail: z.string().nullable().meta({ description: "Asked for, not proven yet." }),
    }),
    errors: ["UNAUTHENTICATED", "NOT_FOUND", "INVALID_CREDENTIALS", "RATE_LIMITED"],
    personal: true,
  }),
  deleteUser: endpoint({
    method: "DELETE",
    path: "/users/{id}",
    summary:
      "Deletes an account and ends its sessions; the e-mail may register again. Asks for the password unless the session was opened in the last 10 minutes. A store's last owner stays: details names the stores.",
    access: { allow: ["self"] },
    store: none,
    params: z.object({ id: Id }),
    body: Proof.optional(),
    errors: [
      "UNAUTHENTICATED",
      "NOT_FOUND",
      "LAST_OWNER",
      "INVALID_CREDENTIALS",
      "TOTP_REQUIRED",
      "RATE_LIMITED",
    ],
    personal: true,
  }),
  login: endpoint({
    method: "POST",
    path: "/users/login",
    summary:
      "Signs in with e-mail and password, and a code where the account asks for one (TOTP_REQUIRED). With cookie the refresh token is set as an httpOnly cookie and left out of the answer.",
    access: { allow: ["public"], limit: 20 },
    store: none,
    body: z.strictObject({
      email: AccountEmail,
      password: CurrentPassword,
      code: Code.optional().meta({ description: "Of the authenticator app, or a recovery code." }),
      cookie: z.boolean().default(false),
    }),
    response: z.object({
      accessToken: z.string(),
      refreshToken: z.string().optional(),
      user: User,
    }),
    errors: ["INVALID_CREDENTIALS", "TOTP_REQUIRED", "FORBIDDEN", "RATE_LIMITED"],
    personal: true,
  }),
  refreshToken: endpoint({
    method: "POST",
    path: "/users/refresh-token",
    summary:
      "A new access token; with rotate also the refresh token's successor. Without a token in the body the cookie's is used, which always rotates.",
    access: { allow: ["public"], limit: 120 },
    store: none,
    body: z.strictObject({
      refreshToken: z.string().min(10).max(500).optional(),
      rotate: z.boolean().default(false),
    }),
    response: z.object({ accessToken: z.string(), refreshToken: z.string().optional() }),
    errors: ["UNAUTHENTICATED", "RATE_LIMITED"],
    personal: true,
  }),
  logout: endpoint({
    method: "POST",
    path: "/users/logout",
    summary:
      "Ends the session of the access token, of the refresh token in the body and of the cookie's.",
    access: { allow: ["user", "public"], limit: 120 },
    store: none,
    body: z.strictObject({ refreshToken: z.string().max(500).optional() }).optional(),
    errors: ["RATE_LIMITED"],
    personal: true,
  }),
  getMe: endpoint({
    method: "GET",
    path: "/users/me",
    summary: "The signed-in user with the roles held.",
    access: { allow: ["user"] },
    store: none,
    response: User,
    errors: ["UNAUTHENTICATED"],
    personal: true,
  }),
  getAllUsers: endpoint({
    method: "GET",
    path: "/users/all",
    summary: "Accounts, newest first. Past 10,000 rows go on with `after`, the last one's id.",
    access: { allow: ["platform"] },
    store: none,
    query: z.object({
      search: OptionalText(254).optional().meta({ description: "A part of the e-mail." }),
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
    summary: "Where the user is signed in, last used first.",
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
    summary: "Signs one of the user's sessions out.",
    access: { allow: ["user"] },
    store: none,
    params: z.object({ id: Id }),
    errors: ["UNAUTHENTICATED", "NOT_FOUND"],
    personal: true,
  }),
  endOtherSessions: endpoint({
    method: "DELETE",
    path: "/users/me/sessions",
    summary: "Signs the user out everywhere but here.",
    access: { allow: ["user"] },
    store: none,
    response: z.object({ ended: z.int().min(0) }),
    errors: ["UNAUTHENTICATED"],
    personal: true,
  }),
  startTotp: endpoint({
    method: "POST",
    path: "/users/me/totp",
    summary:
      "A new secret for an authenticator app. Nothing changes until a code of it is confirmed.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ password: CurrentPassword }),
    response: z.object({
      secret: z.string().meta({ description: "Base 32, to be typed." }),
      uri: z.string().meta({ description: "otpauth://…, to be shown as a QR code." }),
    }),
    status: 201,
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "ALREADY_EXISTS", "RATE_LIMITED"],
    personal: true,
  }),
  confirmTotp: endpoint({
    method: "POST",
    path: "/users/me/totp/confirm",
    summary:
      "Switches the second step on by a code of the app, signs the user out everywhere else and gives ten recovery codes.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ code: Code }),
    response: RecoveryCodes,
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  renewRecoveryCodes: endpoint({
    method: "POST",
    path: "/users/me/totp/recovery-codes",
    summary: "Ten new recovery codes in place of the old ones.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ password: CurrentPassword, code: Code }),
    response: RecoveryCodes,
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  removeTotp: endpoint({
    method: "DELETE",
    path: "/users/me/totp",
    summary: "Switches the second step off.",
    access: { allow: ["user"], limit: 20 },
    store: none,
    body: z.strictObject({ password: CurrentPassword, code: Code }),
    errors: ["UNAUTHENTICATED", "INVALID_CREDENTIALS", "NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
};
