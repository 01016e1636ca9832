import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../platform/audit.ts";
import { type Device, knownDevice } from "../../platform/auth/known-device.ts";
import { verifyPassword } from "../../platform/auth/password.ts";
import { setRefreshCookie } from "../../platform/auth/refresh-cookie.ts";
import { type Context, userTransaction } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import {
  holdActivation,
  hostOfCaller,
  type HostOfCaller,
  hostOfCookie,
} from "../../platform/http/callers/host-of-caller.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { attempt, attemptsAt } from "./attempts.ts";
import { rememberOwner } from "./remember-owner.ts";
import { findLogin, type FoundLogin, lockLogin, readUser } from "./queries.ts";
import { codeAttempts, passwordAttempts, sessionMs } from "./rules.ts";
import { spendSecondFactor } from "./second-factor/second-factor.ts";
import { forgetOrdersOfOthers } from "./sessions/forget-orders.ts";
import { openSession } from "./sessions/sessions.ts";

/** A program without cookies may use any host name, because only the program itself receives the tokens. */
const programsHost: HostOfCaller = { storeId: null, customDomain: null };

/**
 * Throws INVALID_CREDENTIALS after the same work for an unknown email, a wrong password and an unverified address.
 * Otherwise, registering an address and then signing in would reveal whether it already had an account. Throws
 * TOTP_REQUIRED if the code of two-step verification is missing. Clears the browser's cookies of other accounts' orders.
 */
export async function login(
  ctx: Context,
  { body }: Input<typeof users.login>,
): Promise<Output<typeof users.login>> {
  const { email, password, code, cookie } = body;
  const { services, caller } = ctx;
  if (cookie && caller.isCrossOrigin)
    throw new ApiFailure(
      "FORBIDDEN",
      "A session cookie is set only for sign-ins on the store's own pages. Sign in there.",
    );
  const host = cookie ? await hostOfCookie(ctx) : ((await hostOfCaller(ctx)) ?? programsHost);
  const device = knownDevice(ctx, email);
  const found = await checkPassword(ctx, email, password, device);
  if (found.hasTotp) await checkCode(ctx, found.id, code, device);
  const user = await readUser(ctx.lookups, found.id, host.customDomain?.storeId ?? null);
  if (user === null) throw wrongCredentials();
  await forgetOrdersOfOthers(ctx, found.id);
  const { sessionId, refreshToken } = await open(ctx, found, host);
  const { id: userId, isPlatformAdmin } = user;
  const accessToken = await services.accessTokens.issue({ userId, sessionId, isPlatformAdmin });
  await rememberOwner(ctx, { userId, email }, { device, hasPassedCode: found.hasTotp });
  if (!cookie) return { accessToken, refreshToken, user };
  setRefreshCookie(ctx, refreshToken, sessionMs / 1000);
  return { accessToken, user };
}

/**
 * Opens the session only if the password and the second factor haven't changed since they were checked, because such a
 * change ends the user's other sessions.
 */
async function open(
  ctx: Context,
  found: FoundLogin,
  { storeId, customDomain }: HostOfCaller,
): ReturnType<typeof openSession> {
  const { caller, now } = ctx;
  return userTransaction(ctx, async (tx) => {
    if (!(await lockLogin(tx, found))) throw wrongCredentials();
    const activation = customDomain === null ? null : await holdActivation(tx, customDomain);
    const onlyStore = customDomain?.storeId ?? null;
    const at = { storeId, onlyStore, activation };
    const session = await openSession(tx, { userId: found.id, ...at, caller }, now());
    await auditAccount(tx, ctx, found.id, {
      action: "LOGIN",
      entityType: "session",
      entityId: session.sessionId,
    });
    return session;
  });
}

async function checkPassword(
  ctx: Context,
  email: string,
  password: string,
  device: Device | null,
): Promise<FoundLogin> {
  const { services } = ctx;
  const attempts = attemptsAt(ctx, "password", email, passwordAttempts, device);
  const check = async () => {
    const found = await findLogin(ctx.lookups, email);
    const caller = { by: ctx, account: device === null ? null : email };
    const fits = await verifyPassword(password, found?.passwordHash ?? null, caller);
    return found !== undefined && found.emailVerifiedAt !== null && fits ? found : null;
  };
  const found = await attempt(services, attempts, check, (right) => right !== null);
  if (found === null) throw wrongCredentials();
  return found;
}

async function checkCode(
  ctx: Context,
  userId: string,
  code: string | undefined,
  device: Device | null,
): Promise<void> {
  if (code === undefined)
    throw new ApiFailure("TOTP_REQUIRED", "Send the code from your authenticator app.");
  const { services } = ctx;
  const isRight = await attempt(
    services,
    attemptsAt(ctx, "code", userId, codeAttempts, device?.hasPassedCode ? device : null),
    () => spendSecondFactor(services, userId, code),
    Boolean,
  );
  if (!isRight) throw wrongCode();
}

function wrongCredentials(): ApiFailure {
  return new ApiFailure(
    "INVALID_CREDENTIALS",
    "Wrong email or password. If you just registered, open the link in our email first.",
  );
}

export function wrongCode(): ApiFailure {
  return new ApiFailure(
    "INVALID_CREDENTIALS",
    "That code isn't right. Wait for the next code in your app, or use a recovery code.",
    { field: "code" },
  );
}
