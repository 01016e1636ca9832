import { expect } from "vitest";
import { test } from "../../../../../tests/world.ts";
import { endpoints, openShop } from "./contract.fixture.ts";
import { requestOf, validInput, whoMay } from "./valid-calls.fixture.ts";

/** Calls that change nothing of the store, or nothing that anybody answers for; each with the reason. */
const notAudited: Record<string, string> = {
  "analytics.trackEventByOneHour": "a count, of nobody",
  "customers.subscribe": "asks for a mail; the subscription begins with its confirmation",
  "customers.confirmSubscription": "the row itself says when it was confirmed, by its owner",
  "customers.unsubscribe": "the row itself says when, by its owner",
  "customers.findOrCreateGuest": "a checkout's handle; nobody answers for it",
  "discounts.validateDiscount": "reads",
  "shipping.calculateShipping": "reads",
  "reviews.voteForReview": "a count, of nobody",
  "payments.createPaymentIntent": "opens an attempt: the payment row is its own record",
};

test("every call that changes a store is written down with its trace id", async ({ world }) => {
  const writes = endpoints.filter(
    ({ endpoint }) => endpoint.method !== "GET" && endpoint.store.by !== "none",
  );
  const names = new Set(writes.map(({ name }) => name));
  expect(Object.keys(notAudited).filter((name) => !names.has(name))).toEqual([]);
  const wrong: string[] = [];
  for (const [i, named] of writes.entries()) {
    const shop = await openShop(world, `shop-${i}`);
    const input = await validInput(named, shop, world);
    const bearer = await whoMay(named.endpoint, shop, world);
    const answer = await world.app.inject(requestOf(named, input, shop.host, bearer));
    if (answer.statusCode >= 300)
      wrong.push(
        `${named.name} did not succeed (say in valid-calls.fixture.ts what it is sent): ${answer.statusCode} ${answer.body.slice(0, 300)}`,
      );
    const { rowCount } = await world.admin.query(
      "select from shop.audit_entries where store_id = $1 and trace_id = $2 and origin = $3",
      [
        shop.storeId,
        answer.headers["x-trace-id"],
        named.name === "logging.createAuditEntry" ? "MANUAL" : "SYSTEM",
      ],
    );
    const audited = (rowCount ?? 0) > 0;
    if (audited === named.name in notAudited)
      wrong.push(
        audited
          ? `${named.name} is audited: take it off the list here`
          : `${named.name} wrote no audit entry`,
      );
  }
  expect(wrong).toEqual([]);
}, 120_000);
