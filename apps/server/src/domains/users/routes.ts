import type { users } from "@vetrina/contract/users";
import type { Routes } from "../../platform/http/routes.ts";

export const usersRoutes: Partial<Routes<typeof users>> = {};
