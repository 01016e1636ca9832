import type { users } from "@vetrina/contract/users";
import type { Routes } from "../../platform/http/routes.ts";
import { getMe } from "./get-me.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { refreshToken } from "./refresh-token.ts";

export const usersRoutes: Routes<typeof users> = { login, refreshToken, logout, getMe };
