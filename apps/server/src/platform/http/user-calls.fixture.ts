import { newId } from "../id.ts";

type CallInput = { params?: Record<string, string>; body?: Record<string, unknown> };

/** Valid input of the calls about users, for valid-calls.fixture.ts. */
export const userCalls: Record<string, () => CallInput> = {
  "users.login": () => ({ body: { email: "nobody@example.com", password: "x" } }),
  "users.register": () => ({
    body: { name: "Ada", email: `${newId()}@example.com`, password: "nobody would guess" },
  }),
  "users.verifyEmail": () => ({ body: { token: "x".repeat(64) } }),
  "users.resendVerificationEmail": () => ({ body: { email: "nobody@example.com" } }),
  "users.forgotPassword": () => ({ body: { email: "nobody@example.com" } }),
  "users.checkResetToken": () => ({ body: { token: "x".repeat(64) } }),
  "users.resetPassword": () => ({
    body: { token: "x".repeat(64), password: "nobody would guess" },
  }),
  "users.changePassword": () => ({
    body: { currentPassword: "x", newPassword: "nobody would guess" },
  }),
  "users.updateUser": () => ({ params: { id: newId() }, body: { name: "Ada" } }),
  "users.deleteUser": () => ({ params: { id: newId() } }),
  "users.endSession": () => ({ params: { id: newId() } }),
  "users.startTotp": () => ({ body: { password: "x" } }),
  "users.confirmTotp": () => ({ body: { code: "123456" } }),
  "users.renewRecoveryCodes": () => ({ body: { password: "x", code: "123456" } }),
  "users.removeTotp": () => ({ body: { password: "x", code: "123456" } }),
  "users.refreshToken": () => ({ body: { refreshToken: "x".repeat(40) } }),
};
