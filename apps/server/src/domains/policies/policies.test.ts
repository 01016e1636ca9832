import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { audited, expectRefused, member } from "../roles/roles.fixture.ts";

const terms = { type: "TERMS_OF_SERVICE" as const, title: "Terms", content: "<p>One</p>" };

describe("a policy", () => {
  test("is sanitized, shoppers see its latest version, and staff can read every version", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { policies, stores } = await member(world, storeId, ["MANAGE_SETTINGS"]);
    const made = await policies.createPolicy({
      storeId,
      body: { ...terms, content: `<p onclick="x()">One<script>alert(1)</script></p>` },
    });
    expect(made).toMatchObject({ type: "TERMS_OF_SERVICE", content: "<p>One</p>", version: 1 });
    const { id } = made;
    const shows = (body: { title?: string; content?: string }) =>
      policies.updatePolicy({ id, body });
    await expectRefused(
      [
        shows({ content: "" }),
        shows({ content: "<p>&nbsp;</p>" }),
        shows({ content: "<script>alert(1)</script>" }),
        policies.createPolicy({ storeId, body: { ...terms, type: "CUSTOM", content: "<p></p>" } }),
      ],
      { code: "VALIDATION_FAILED", details: [{ path: "content" }] },
    );
    await expectRefused([shows({ title: "\u200b" })], {
      details: [{ path: "title", message: "Use at least one visible character." }],
    });
    const second = await policies.updatePolicy({
      id,
      body: { content: `<p>Two <a href="javascript:alert(1)">x</a></p>` },
    });
    expect(second).toMatchObject({ content: "<p>Two <a>x</a></p>", title: "Terms", version: 2 });
    // An unchanged text creates no version.
    expect(await policies.updatePolicy({ id, body: { title: " Terms " } })).toEqual(second);
    const shown = await world.client().stores.listPolicies({ id: storeId });
    expect(shown.items).toEqual([second]);
    const all = await policies.listPolicyVersions({ storeId });
    expect([all.total, all.items]).toMatchObject([
      2,
      [
        { policyId: id, version: 2, content: "<p>Two <a>x</a></p>", isCurrent: true },
        { policyId: id, version: 1, content: "<p>One</p>", isCurrent: false },
      ],
    ]);
    await policies.deletePolicy({ id });
    expect((await stores.listPolicies({ id: storeId })).items).toEqual([]);
    const page = await policies.listPolicyVersions({ storeId, policyId: id, limit: 1 });
    expect([page.total, page.items[0]?.isCurrent]).toEqual([2, false]);
    await policies.createPolicy({ storeId, body: terms });
    expect((await audited(world, id)).map(({ action, after }) => [action, after])).toMatchObject([
      ["CREATE", { version: 1 }],
      ["UPDATE", { version: 2 }],
      ["UPDATE", { version: 2 }],
      ["DELETE", null],
    ]);
    const { rows } = await world.admin.query("select payload from shop.jobs where store_id = $1", [
      storeId,
    ]);
    expect(rows.filter(({ payload }) => payload.tags.includes("policies"))).toHaveLength(4);
  });

  test("is unique by type, even under concurrency; CUSTOM policies are unique by title", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { policies } = await member(world, storeId, "ADMIN");
    const ends = await Promise.allSettled(
      [1, 2, 3].map(() => policies.createPolicy({ storeId, body: terms })),
    );
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = { code: "ALREADY_EXISTS", details: { field: "type" } };
    for (const end of ends.filter(({ status }) => status === "rejected"))
      expect(end).toMatchObject({ reason: refused });
    const custom = (title: string) =>
      policies.createPolicy({ storeId, body: { type: "CUSTOM", title, content: "<p>Text</p>" } });
    const { id } = await custom("Repairs");
    await custom("Care");
    await expectRefused(
      [custom("REPAIRS"), policies.updatePolicy({ id, body: { title: "care" } })],
      { code: "ALREADY_EXISTS", details: { field: "title" } },
    );
    expect(await policies.updatePolicy({ id, body: { title: "repairs" } })).toMatchObject({
      version: 2,
    });
  });

  test("can be changed only with its latest version, and only by its own store", async ({
    world,
  }) => {
    const [mine, other] = [await seedStore(world), await seedStore(world)];
    const { policies } = await member(world, mine, "ADMIN");
    const otherAdmin = await member(world, other, "ADMIN");
    const { id } = await policies.createPolicy({ storeId: mine, body: terms });
    const stale = { headers: { "if-match": '"1"' } };
    await policies.updatePolicy({ id, body: { content: "<p>Two</p>" } }, stale);
    await expectRefused(
      [
        policies.updatePolicy({ id, body: { content: "<p>Three</p>" } }, stale),
        policies.deletePolicy({ id }, stale),
      ],
      { code: "EDIT_CONFLICT", details: { id, content: "<p>Two</p>", version: 2 } },
    );
    await expectRefused(
      [
        otherAdmin.policies.updatePolicy({ id, body: { title: "Ours" } }),
        otherAdmin.policies.listPolicyVersions({ storeId: mine }),
        policies.listPolicyVersions({ storeId: other }),
      ],
      { code: "NOT_FOUND" },
    );
    expect(
      (await otherAdmin.policies.listPolicyVersions({ storeId: other, policyId: id })).total,
    ).toBe(0);
  });

  test("can't be added to a store that has twenty policies", async ({ world }) => {
    const storeId = await seedStore(world);
    const { policies } = await member(world, storeId, "ADMIN");
    await world.admin.query(
      "insert into shop.policies (store_id, id, type, title, content) select $1, gen_random_uuid(), 'CUSTOM', n::text, '' from generate_series(1, 20) n",
      [storeId],
    );
    await expectRefused([policies.createPolicy({ storeId, body: terms })], {
      code: "LIMIT_REACHED",
    });
  });
});
