import { test, type World } from "#tests/world.ts";
import { person } from "../../../domains/roles/roles.fixture.ts";

export const limitedTest = test.extend({ options: { rateLimits: true } });

/** A text with three bytes per character, which PostgreSQL can't compress. */
export function longText(length: number): string {
  return Array.from({ length }, (_, i) =>
    String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
  ).join("");
}

/** Where PostgreSQL stores the long value of a column. It changes when the value is written again. */
export async function storedAt(
  { admin }: World,
  column: "policies.content" | "collections.description",
  id: string,
): Promise<string | null> {
  const [table, name] = column.split(".");
  const { rows } = await admin.query<{ chunk: string | null }>(
    `select pg_column_toast_chunk_id(${name})::text as chunk from shop.${table} where id = $1`,
    [id],
  );
  return rows[0]?.chunk ?? null;
}

/** A store with its owner. `counted` returns how many changes have been counted so far. */
export async function ownStore(world: World) {
  const owner = await person(world);
  const { id: storeId } = await owner.stores.createStore({
    body: { slug: "mine", name: "Mine", country: "US", contact: { email: "me@mine.example" } },
  });
  const counted = async () => {
    const { rows } = await world.admin.query<{ calls: number }>(
      "select coalesce(sum(calls), 0)::int as calls from shop.rate_limits where bucket like 'writes of %'",
    );
    return rows[0]?.calls ?? 0;
  };
  return { owner, storeId, counted };
}
