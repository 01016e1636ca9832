import { hashPassword } from "../../platform/auth/password.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import type { World } from "../../../../../tests/world.ts";

export const password = "correct horse battery";
let hash: Promise<string> | undefined;
let made = 0;

/** A user with the password above, straight into the table. */
export async function seedUser(world: World, email = `user-${++made}@example.com`) {
  const id = newId();
  hash ??= hashPassword(password);
  await queryable(world.admin).run(sql`
    insert into shop.users (id, email, name, password_hash)
    values (${id}, ${email}, 'Ada', ${await hash})`);
  return { id, email };
}

/** A signed-in user's tokens. */
export async function signIn(world: World) {
  const user = await seedUser(world);
  const tokens = await world.client().users.login({ body: { email: user.email, password } });
  return { ...user, ...tokens };
}

/** Moves the server's clock so many seconds ahead of the real one. */
export function moveClock(world: World, seconds: number): void {
  world.services.now = () => new Date(Date.now() + seconds * 1000);
}
