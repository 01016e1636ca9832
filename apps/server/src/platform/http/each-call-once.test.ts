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

test("every call that changes a store is written down with its trace id; what is personal is kept by nobody, and nothing by those between", async ({
  world,
}) => {
  const writes = new Set(
    endpoints
      .filter(({ endpoint }) => endpoint.method !== "GET" && endpoint.store.by !== "none")
      .map(({ name }) => name),
  );
  expect(Object.keys(notAudited).filter((name) => !writes.has(name))).toEqual([]);
  const shared = await openShop(world, "shared");
  const wrong: string[] = [];
  for (const [i, named] of endpoints.entries()) {
    const { name, endpoint } = named;
    const shop = endpoint.method === "GET" ? shared : await openShop(world, `shop-${i}`);
    const input = await validInput(named, shop, world);
    const bearer = await whoMay(endpoint, shop, world);
    const answer = await world.app.inject(requestOf(named, input, shop.host, bearer));
    const ok = answer.statusCode < 300;
    const caching = answer.headers["cache-control"];
    const kept = !ok || endpoint.personal === true ? "no-store" : "private, no-cache";
    if (caching !== kept) wrong.push(`${name}: ${caching} instead of ${kept}`);
    if (!writes.has(name)) continue;
    if (!ok)
      wrong.push(
        `${name} did not succeed (say in valid-calls.fixture.ts what it is sent): ${answer.statusCode} ${answer.body.slice(0, 300)}`,
      );
    const { rowCount } = await world.admin.query(
      "select from shop.audit_entries where store_id = $1 and trace_id = $2 and origin = $3",
      [
        shop.storeId,
        answer.headers["x-trace-id"],
        name === "logging.createAuditEntry" ? "MANUAL" : "SYSTEM",
      ],
    );
    const audited = (rowCount ?? 0) > 0;
    if (audited === name in notAudited)
      wrong.push(
        audited ? `${name} is audited: take it off the list here` : `${name} wrote no audit entry`,
      );
  }
  expect(wrong).toEqual([]);
}, 120_000);
