import { createHmac } from "node:crypto";
import type { users } from "@vetrina/contract/users";
import { auditAccount } from "../../platform/audit.ts";
import { verifyPassword } from "../../platform/auth/password.ts";
import type { Context } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { countCall } from "../../platform/http/rate-limit.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { findLogin, readUser } from "./queries.ts";
import { loginsPerEmail } from "./rules.ts";
import { openSession } from "./sessions.ts";

/** Throws INVALID_CREDENTIALS after the same work whether the e-mail or the password is wrong. */
export async function login(
  ctx: Context,
  { body: { email, password } }: Input<typeof users.login>,
): Promise<Output<typeof users.login>> {
  const { services, now } = ctx;
  const { database, accessTokens, key } = services;
  const db = queryable(database.app);
  await countCall(database.app, bucketOf(email, key("login limit")), loginsPerEmail);
  const found = await findLogin(db, email);
  const fits = await verifyPassword(password, found?.passwordHash ?? null);
  const user = found !== undefined && fits ? await readUser(db, found.id) : null;
  if (user === null)
    throw new ApiFailure("INVALID_CREDENTIALS", "The e-mail or the password is not right.");
  const { sessionId, refreshToken } = await openSession(db, user.id, now());
  const { id: userId, isPlatformAdmin } = user;
  await auditAccount(db, ctx, userId, {
    action: "LOGIN",
    entityType: "session",
    entityId: sessionId,
  });
  const accessToken = await accessTokens.issue({ userId, sessionId, isPlatformAdmin });
  return { accessToken, refreshToken, user };
}

/** The address itself is not kept where calls are counted. */
function bucketOf(email: string, key: Buffer): string {
  return `login ${createHmac("sha256", key).update(email.toLowerCase()).digest("base64url")}`;
}
