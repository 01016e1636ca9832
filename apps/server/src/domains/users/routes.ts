import type { users } from "@vetrina/contract/users";
import type { Routes } from "../../platform/http/routes.ts";
import { confirmTotp } from "./confirm-totp.ts";
import { endOtherSessions } from "./end-other-sessions.ts";
import { endSession } from "./end-session.ts";
import { getAllUsers } from "./get-all-users.ts";
import { getMe } from "./get-me.ts";
import { listSessions } from "./list-sessions.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { refreshToken } from "./refresh-token.ts";
import { removeTotp } from "./remove-totp.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.ts";
import { startTotp } from "./start-totp.ts";

export const usersRoutes: Routes<typeof users> = {
  login,
  refreshToken,
  logout,
  getMe,
  getAllUsers,
  listSessions,
  endSession,
  endOtherSessions,
  startTotp,
  confirmTotp,
  renewRecoveryCodes,
  removeTotp,
};
