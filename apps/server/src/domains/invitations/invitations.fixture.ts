import type { World } from "#tests/world.ts";
import { issueToken, tokenFor } from "../../platform/auth/mailed-token.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { builtInRole } from "../roles/roles.fixture.ts";
import { seedUser } from "../users/user.fixture.ts";

/** Creates an owner's invitation to the role STAFF, sent an hour ago, and returns its token. */
export async function seedInvitation(
  world: World,
  storeId: string,
  accepted = false,
): Promise<{ id: string; token: string }> {
  const { services } = world;
  const admin = queryable(world.admin);
  const id = newId();
  const email = `${id}@example.com`;
  const { id: owner } = await seedUser(world);
  await admin.run(sql`
    insert into shop.role_assignments (store_id, user_id, role_id)
    values (${storeId}, ${owner}, ${await builtInRole(world, storeId, "ADMIN")})`);
  const tokenId = await issueToken(queryable(services.database.app), services, {
    purpose: "invitation",
    userId: null,
    storeId,
    email,
  });
  const [at, by] = accepted ? [new Date(), owner] : [null, null];
  await admin.run(sql`
    insert into shop.invitations (store_id, id, email, role_id, role_name, invited_by, token_id, sent_at, expires_at,
      created_at, accepted_at, accepted_by)
    values (${storeId}, ${id}, ${email}, ${await builtInRole(world, storeId, "STAFF")}, 'STAFF', ${owner}, ${tokenId},
      now() - interval '1 hour', now() + interval '6 days', now() - interval '1 hour', ${at}, ${by})`);
  return { id, token: tokenFor(services, tokenId, "invitation") };
}
