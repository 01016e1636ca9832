import { z } from "zod";
import { Email, Id, Time } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { RoleType } from "./enumerations.ts";
import { Permission } from "./permissions.ts";

export const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    isPlatformAdmin: z.boolean(),
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

const none = { by: "none" } as const;

export const users = {
  login: endpoint({
    method: "POST",
    path: "/users/login",
    summary: "Signs in with e-mail and password.",
    access: { allow: ["public"], limit: 20 },
    store: none,
    body: z.strictObject({ email: Email, password: z.string().min(1).max(200) }),
    response: z.object({ accessToken: z.string(), refreshToken: z.string(), user: User }),
    errors: ["INVALID_CREDENTIALS", "RATE_LIMITED"],
    personal: true,
  }),
  refreshToken: endpoint({
    method: "POST",
    path: "/users/refresh-token",
    summary: "A new access token; with rotate also the refresh token's successor.",
    access: { allow: ["public"], limit: 120 },
    store: none,
    body: z.strictObject({
      refreshToken: z.string().min(10).max(500),
      rotate: z.boolean().default(false),
    }),
    response: z.object({ accessToken: z.string(), refreshToken: z.string().optional() }),
    errors: ["UNAUTHENTICATED", "RATE_LIMITED"],
    personal: true,
  }),
  logout: endpoint({
    method: "POST",
    path: "/users/logout",
    summary: "Ends the session of the access token, or of the refresh token in the body.",
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
};
