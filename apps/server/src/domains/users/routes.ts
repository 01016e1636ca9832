import type { secondFactor } from "@vetrina/contract/people/second-factor";
import type { users } from "@vetrina/contract/people/users";
import type { Routes } from "../../platform/http/routes.ts";
import { changePassword } from "./change-password.ts";
import { checkResetToken } from "./check-reset-token.ts";
import { confirmTotp } from "./second-factor/confirm-totp.ts";
import { deleteUser } from "./delete-user.ts";
import { endOtherSessions } from "./sessions/end-other-sessions.ts";
import { endSession } from "./sessions/end-session.ts";
import { forgotPassword } from "./forgot-password.ts";
import { listUsers } from "./list-users.ts";
import { getMe } from "./get-me.ts";
import { listSessions } from "./sessions/list-sessions.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { register } from "./register.ts";
import { refreshToken } from "./sessions/refresh-token.ts";
import { removeTotp } from "./second-factor/remove-totp.ts";
import { renewRecoveryCodes } from "./second-factor/renew-recovery-codes.ts";
import { resendVerificationEmail } from "./resend-verification-email.ts";
import { resetPassword } from "./reset-password.ts";
import { startTotp } from "./second-factor/start-totp.ts";
import { updateUser } from "./update-user.ts";
import { verifyEmail } from "./verify-email.ts";

export const usersRoutes: Routes<typeof users & typeof secondFactor> = {
  register,
  verifyEmail,
  resendVerificationEmail,
  forgotPassword,
  checkResetToken,
  resetPassword,
  changePassword,
  updateUser,
  deleteUser,
  login,
  refreshToken,
  logout,
  getMe,
  listUsers,
  listSessions,
  endSession,
  endOtherSessions,
  startTotp,
  confirmTotp,
  renewRecoveryCodes,
  removeTotp,
};
