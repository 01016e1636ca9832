import { createHmac } from "node:crypto";
import { type Client, escapeIdentifier, escapeLiteral } from "pg";
import { StartupError } from "../startup-error.ts";
import { isSqlState } from "./sql-state.ts";

export type RoleName = "app" | "catalogue" | "worker" | "doors";
/** This database's roles. Roles belong to the whole cluster, so their names contain the database's. */
export type Roles = Record<RoleName, string>;

export function rolesOf(database: string): Roles {
  const name = (role: RoleName) => `${database}_${role}`.slice(0, 63);
  return {
    app: name("app"),
    catalogue: name("catalogue"),
    worker: name("worker"),
    doors: name("doors"),
  };
}

/** Derives a role's password from the secret, so that none is stored and each process with the secret knows it. */
export function rolePassword(secret: Buffer, role: string): string {
  return createHmac("sha256", secret).update(`database role ${role}`).digest("base64url");
}

/**
 * Creates the roles or updates their passwords. Throws StartupError with the statements to run if the administrator may
 * not create roles.
 */
export async function ensureRoles(admin: Client, roles: Roles, secret: Buffer): Promise<void> {
  for (const [kind, role] of Object.entries(roles)) {
    const attributes =
      kind === "doors" ? "nologin" : `login password ${escapeLiteral(rolePassword(secret, role))}`;
    const found = await admin.query("select from pg_roles where rolname = $1", [role]);
    const command = found.rowCount === 0 ? "create" : "alter";
    try {
      await admin.query(`${command} role ${escapeIdentifier(role)} ${attributes}`);
    } catch (error) {
      if (!isSqlState(error, "insufficientPrivilege")) throw error;
      throw new StartupError(refusal(roles), { cause: error });
    }
  }
  const doors = escapeIdentifier(roles.doors);
  await admin.query(`do $$ begin
    if not (select rolsuper from pg_roles where rolname = current_user) then grant ${doors} to current_user; end if;
  end $$`);
}

function refusal(roles: Roles): string {
  const statements = Object.values(roles)
    .map((role) => `create role ${escapeIdentifier(role)};`)
    .join(" ");
  return `The user of DATABASE_URL may not create roles. Give it CREATEROLE, or have an administrator run: ${statements}`;
}
