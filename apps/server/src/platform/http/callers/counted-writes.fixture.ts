import { test, type World } from "#tests/world.ts";
import { person } from "../../../domains/roles/roles.fixture.ts";

export const limitedTest = test.extend({ options: { rateLimits: true } });

/** A store with its owner. `counted`: how many changes are counted so far. */
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
