import { z } from "zod";
import { Id, Limit, listOf, Page, Time } from "./common.ts";
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
    roles: z.array(
      z.object({
        storeId: Id,
        storeName: z.string(),
        role: RoleType,
        permissions: z.array(Permission),
      }),
    ),
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

const CurrentPassword = z.string().min(1).max(200);
/** Six digits of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6).max(20);

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
    errors: [
      "INVALID_CREDENTIALS",
      "TOTP_REQUIRED",
      "EMAIL_NOT_VERIFIED",
      "FORBIDDEN",
      "RATE_LIMITED",
    ],
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
      search: z.string().trim().max(254).optional().meta({ description: "A part of the e-mail." }),
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
