// @module-tag slow

import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { endpoints, type NamedEndpoint, openShop } from "./contract.fixture.ts";
import { requestOf, validInput, whoMay } from "./valid-calls.fixture.ts";

/** Calls that change or delete shared resources without checking a version, each with the reason. */
const lastOneWins: Record<string, string> = {
  "apiKeys.revokeApiKey": "a leaked key is revoked whatever else was changed",
  "customers.updateWishlist": "adds and removes, whatever else is on the list",
  "invitations.withdrawInvitation": "an invitation is never edited",
  "inventory.setLevel": "sets the counted quantity; the ledger keeps the previous one",
  "inventory.setReorderPoint": "one number, with its own call",
  "inventory.setBackorder": "one setting, with its own call",
  "payments.updateExpressShipping":
    "the choice last made in the wallet counts, because the buyer sees it",
  "roles.removeStaff": "removes all of a user's roles, whatever they are",
};

function checksVersion({ endpoint }: NamedEndpoint): boolean {
  return endpoint.errors.includes("EDIT_CONFLICT");
}

test("every call that edits a versioned resource rejects a stale version with 412 and the current state, and changes nothing", async ({
  world,
}) => {
  const edits = endpoints.filter(
    ({ endpoint: { method, store } }) =>
      (method === "PUT" || method === "DELETE") && store.by !== "none",
  );
  expect(edits.filter((named) => !checksVersion(named)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(lastOneWins)),
  );
  const wrong = edits
    .filter((named) => !checksVersion(named) && !(named.name in lastOneWins))
    .map(({ name }) => `${name} knows no EDIT_CONFLICT`);
  const shop = await openShop(world, "mine");
  for (const named of endpoints.filter(checksVersion)) {
    const input = await validInput(named, shop, world);
    const request = requestOf(named, input, shop.host, await whoMay(named.endpoint, shop, world));
    const answer = await world.app.inject({
      ...request,
      headers: { ...request.headers, "if-match": '"100000"' },
    });
    const { code, details, traceId } = answer.json<{
      code: string;
      details: { version?: unknown } | null;
      traceId: string;
    }>();
    if (answer.statusCode !== 412 || code !== "EDIT_CONFLICT")
      wrong.push(`${named.name}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    else if (typeof details?.version !== "number")
      wrong.push(`${named.name} does not return the current state: ${JSON.stringify(details)}`);
    const { rowCount } = await world.admin.query(
      "select from shop.audit_entries where trace_id = $1",
      [traceId],
    );
    if (rowCount !== 0) wrong.push(`${named.name} changed something anyway`);
  }
  expect(wrong).toEqual([]);
});
