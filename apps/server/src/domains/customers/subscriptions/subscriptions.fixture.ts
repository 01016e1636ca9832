import type { World } from "#tests/world.ts";

/** What changes whenever a statement writes or locks the subscriptions' rows. */
export async function rowVersions({ admin }: Pick<World, "admin">): Promise<unknown[]> {
  const { rows } = await admin.query<Record<string, string>>(
    "select id, ctid::text, xmin::text, xmax::text from shop.subscriptions order by id",
  );
  return rows;
}
