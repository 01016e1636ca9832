import type { Domain } from "@vetrina/contract/stores/domains";
import { describe, expect } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { seedDomain } from "../../platform/http/contract.fixture.ts";
import { audited, builtInRole, expectRefused, member, person } from "../roles/roles.fixture.ts";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { verifyDomains } from "./jobs.ts";
import { primaryChangesAnHour } from "./update-domain.ts";

/** Publishes the domain's proof as a TXT record or a file. */
function prove(world: World, { proof }: Domain, by: "txt" | "file" = "txt"): void {
  if (proof === null) throw new Error("the domain is verified already");
  if (by === "txt") world.proofs.txt.set(proof.txt.name, ["v=spf1 -all", proof.txt.value]);
  else world.proofs.files.set(proof.file.url, `${proof.file.content}\n`);
}

const atHost = (world: World, host: string) =>
  world
    .client({ host })
    .analytics.trackEventByOneHour({ body: { value: 0, event: "PRODUCT_VIEW" } });

describe("a claimed host", () => {
  test.for(["txt", "file"] as const)(
    "is served once it is verified by its %s",
    async (by, { world }) => {
      const storeId = await seedStore(world, { slug: "shop" });
      const owner = await member(world, storeId, "ADMIN");
      const claimed = await owner.domains.createDomain({
        storeId,
        body: { host: "Möbel.example" },
      });
      expect(claimed).toMatchObject({
        host: "xn--mbel-5qa.example",
        displayHost: "möbel.example",
        status: "VERIFYING",
        isPrimary: false,
        verifiedAt: null,
        version: 1,
      });
      const unknown = { code: "UNKNOWN_HOST", statusCode: 421 };
      await expect(atHost(world, claimed.host)).rejects.toMatchObject(unknown);
      expect(await owner.domains.verifyDomain({ id: claimed.id })).toMatchObject({
        status: "VERIFYING",
        lastError:
          "_vetrina.xn--mbel-5qa.example: no TXT record. http://xn--mbel-5qa.example/.well-known/vetrina-verification.txt: its host is not known.",
      });
      await expect(atHost(world, claimed.host)).rejects.toMatchObject(unknown);
      prove(world, claimed, by);
      const proven = await owner.domains.verifyDomain({ id: claimed.id });
      expect(proven).toMatchObject({ status: "ACTIVE", proof: null, lastError: null, version: 3 });
      await atHost(world, claimed.host);
      for (const id of ["möbel.example", "xn--mbel-5qa.example"])
        expect(await world.client().stores.getStore({ id })).toMatchObject({ id: storeId });
      expect((await audited(world, claimed.id)).map(({ after }) => after)).toMatchObject([
        { status: "VERIFYING" },
        { status: "VERIFYING", reason: expect.any(String) },
        { status: "ACTIVE" },
      ]);
    },
  );

  test("can be claimed only by owners, because they receive the sessions of everyone who signs in there", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const body = { host: "shop.example" };
    for (const holds of [["MANAGE_SETTINGS"], "MANAGER"] as const) {
      const { domains } = await member(world, storeId, holds);
      await expectRefused([domains.createDomain({ storeId, body })], { code: "FORBIDDEN" });
    }
    const owner = await member(world, storeId, "ADMIN");
    expect(await owner.domains.createDomain({ storeId, body })).toMatchObject(body);
  });

  test("is not verified by another store's token or by a token inside other text", async ({
    world,
  }) => {
    const [mine, other] = [await seedStore(world), await seedStore(world)];
    const [ada, bob] = [await member(world, mine, "ADMIN"), await member(world, other, "ADMIN")];
    const claim = { host: "shop.example" };
    const ours = await ada.domains.createDomain({ storeId: mine, body: claim });
    const theirs = await bob.domains.createDomain({ storeId: other, body: claim });
    prove(world, theirs);
    world.proofs.files.set(ours.proof?.file.url ?? "", `x ${ours.proof?.file.content}`);
    expect(await ada.domains.verifyDomain({ id: ours.id })).toMatchObject({
      status: "VERIFYING",
      lastError: expect.stringMatching(/another TXT record.*another file/),
    });
  });

  test("belongs to the first store that verifies it, even if two do so at the same moment", async ({
    world,
  }) => {
    const claims: [Awaited<ReturnType<typeof member>>, Domain][] = [];
    for (let n = 0; n < 4; n += 1) {
      const storeId = await seedStore(world);
      const owner = await member(world, storeId, "ADMIN");
      claims.push([
        owner,
        await owner.domains.createDomain({ storeId, body: { host: "shop.example" } }),
      ]);
    }
    for (const [, claim] of claims) prove(world, claim, "txt");
    world.proofs.txt.set(
      "_vetrina.shop.example",
      claims.map(([, { proof }]) => proof?.txt.value ?? ""),
    );
    const ends = await Promise.allSettled(
      claims.map(([owner, { id }]) => owner.domains.verifyDomain({ id })),
    );
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const end of ends.filter(({ status }) => status === "rejected"))
      expect(end).toMatchObject({ reason: { code: "ALREADY_EXISTS", statusCode: 409 } });
    const [late] = [await seedStore(world)];
    const owner = await member(world, late, "ADMIN");
    const claim = () =>
      owner.domains.createDomain({ storeId: late, body: { host: "SHOP.example." } });
    const taken = { code: "ALREADY_EXISTS", details: { field: "host" } };
    await expectRefused([claim()], taken);
    await expect(atHost(world, "shop.example")).resolves.toBeUndefined();
    // The store that verified the host keeps it while the domain is inactive, and loses it when it deletes the domain.
    const winner = ends.findIndex(({ status }) => status === "fulfilled");
    const [first] = claims.slice(winner);
    if (first === undefined) throw new Error("no store has verified the host");
    const [{ domains }, { id }] = first;
    await domains.updateDomain({ id, body: { status: "INACTIVE" } });
    await expectRefused([claim()], taken);
    await domains.deleteDomain({ id });
    await expect(claim()).resolves.toMatchObject({ status: "VERIFYING" });
  });

  test("is checked repeatedly and fails after three days", async ({ world }) => {
    const storeId = await seedStore(world);
    const { domains } = await member(world, storeId, "ADMIN");
    const first = await domains.createDomain({ storeId, body: { host: "one.example" } });
    const second = await domains.createDomain({ storeId, body: { host: "two.example" } });
    prove(world, first);
    expect(await runJobs(world.services, { jobs: [verifyDomains] })).toBe(2);
    expect(await runJobs(world.services, { jobs: [verifyDomains] })).toBe(0);
    expect(await domains.getDomain({ id: first.id })).toMatchObject({ status: "ACTIVE" });
    expect(await domains.getDomain({ id: second.id })).toMatchObject({ status: "VERIFYING" });
    await world.admin.query(
      "update shop.domains set created_at = now() - interval '73 hours' where id = $1",
      [second.id],
    );
    await makeDue(world);
    expect(await runJobs(world.services, { jobs: [verifyDomains] })).toBe(1);
    expect(await domains.getDomain({ id: second.id })).toMatchObject({ status: "FAILED" });
    expect(await runJobs(world.services, { jobs: [verifyDomains] })).toBe(0);
    prove(world, second);
    expect(await domains.verifyDomain({ id: second.id })).toMatchObject({ status: "ACTIVE" });
  });

  test("is one of at most fifty, and can be claimed once per store", async ({ world }) => {
    const storeId = await seedStore(world);
    const { domains } = await member(world, storeId, "ADMIN");
    for (let n = 0; n < 48; n += 1) await seedDomain(world, storeId, false);
    await domains.createDomain({ storeId, body: { host: "last.example" } });
    await expectRefused([domains.createDomain({ storeId, body: { host: "more.example" } })], {
      code: "LIMIT_REACHED",
    });
    expect((await domains.listDomains({ storeId })).items).toHaveLength(50);
    await domains.deleteDomain({ id: (await domains.listDomains({ storeId })).items[3]?.id ?? "" });
    await expectRefused([domains.createDomain({ storeId, body: { host: "last.example" } })], {
      code: "ALREADY_EXISTS",
    });
  });
});

describe("the primary host", () => {
  test("is one of the verified hosts, and there is always one", async ({ world }) => {
    const storeId = await seedStore(world, { slug: "shop" });
    const { domains, stores } = await member(world, storeId, "ADMIN");
    const claim = await seedDomain(world, storeId, false);
    const main = await seedDomain(world, storeId);
    const [own] = (await domains.listDomains({ storeId })).items;
    const primary = (id: string) => domains.updateDomain({ id, body: { isPrimary: true } });
    await expectRefused([primary(claim.id)], { code: "DOMAIN_NOT_VERIFIED" });
    expect(await primary(main.id)).toMatchObject({ isPrimary: true, status: "ACTIVE" });
    expect(await stores.getStore({ id: storeId })).toMatchObject({ domain: main.host });
    await expectRefused(
      [
        domains.updateDomain({ id: main.id, body: { status: "INACTIVE" } }),
        domains.deleteDomain({ id: main.id }),
      ],
      { code: "PRIMARY_DOMAIN" },
    );
    const off = await domains.updateDomain({ id: own?.id ?? "", body: { status: "INACTIVE" } });
    expect(off).toMatchObject({ host: "shop.localhost", status: "INACTIVE", isPrimary: false });
    await expectRefused([atHost(world, "shop.localhost")], { code: "UNKNOWN_HOST" });
    // The host still belongs to the store while it is inactive.
    const other = await seedStore(world);
    await expectRefused(
      [(await member(world, other, "ADMIN")).domains.updateDomain({ id: off.id, body: {} })],
      { code: "NOT_FOUND" },
    );
    const three = await Promise.allSettled([primary(off.id), primary(main.id), primary(off.id)]);
    expect(three.map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    const { items } = await domains.listDomains({ storeId });
    expect(items.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
  });

  test("is changed only with the current version", async ({ world }) => {
    const storeId = await seedStore(world);
    const { domains } = await member(world, storeId, "ADMIN");
    const { id } = await seedDomain(world, storeId);
    const stale = { headers: { "if-match": '"1"' } };
    await domains.updateDomain({ id, body: { status: "INACTIVE" } }, stale);
    await expectRefused(
      [
        domains.updateDomain({ id, body: { status: "ACTIVE" } }, stale),
        domains.deleteDomain({ id }, stale),
      ],
      { code: "EDIT_CONFLICT", details: { id, status: "INACTIVE", version: 2 } },
    );
  });

  test("can only be changed by users, and every owner gets an email", async ({ world }) => {
    const storeId = await seedStore(world, { slug: "shop" });
    const owners = [await member(world, storeId, "ADMIN"), await member(world, storeId, "ADMIN")];
    const manager = await member(world, storeId, ["MANAGE_SETTINGS"]);
    const assigned = await person(world);
    const roleId = await builtInRole(world, storeId, "ADMIN");
    await owners[0]?.roles.assignRole({ body: { userId: assigned.userId, roleId } });
    const claim = await seedDomain(world, storeId, false);
    const { id, host } = await seedDomain(world, storeId);
    const made = await manager.apiKeys.createApiKey({
      storeId,
      body: { name: "Program", permissions: ["MANAGE_SETTINGS"] },
    });
    const program = world.client({ accessToken: made.key });
    await expectRefused(
      [
        program.domains.createDomain({ storeId, body: { host: "more.example" } }),
        program.domains.verifyDomain({ id: claim.id }),
        program.domains.updateDomain({ id, body: { isPrimary: true } }),
        program.domains.deleteDomain({ id }),
      ],
      { code: "FORBIDDEN", statusCode: 403 },
    );
    expect((await program.domains.listDomains({ storeId })).items).toHaveLength(3);
    await manager.domains.updateDomain({ id, body: { isPrimary: true } });
    // An unchanged value sends no second email.
    await manager.domains.updateDomain({ id, body: { isPrimary: true } });
    const mails = (await world.sendMails()).filter(({ text }) => text.includes(host));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      owners.map(({ email }) => email).toSorted(),
    );
  });

  test("can be changed by one user a limited number of times per hour, so that owners always get an email but are not flooded", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const manager = await member(world, storeId, ["MANAGE_SETTINGS"]);
    const hosts = [await seedDomain(world, storeId), await seedDomain(world, storeId)];
    const primary = (by: typeof owner, n: number) =>
      by.domains.updateDomain({ id: hosts[n % 2]?.id ?? "", body: { isPrimary: true } });
    for (let n = 0; n < primaryChangesAnHour; n += 1) await primary(manager, n);
    await expectRefused([primary(manager, primaryChangesAnHour)], { code: "RATE_LIMITED" });
    // Each accepted change sends one email, rejected changes send none, and the owner can correct the host immediately.
    await primary(owner, primaryChangesAnHour);
    const mails = await world.sendMails();
    expect(mails.filter(({ to }) => to === owner.email)).toHaveLength(primaryChangesAnHour + 1);
  });

  test("can be another host, but the store's own host on the platform can't be removed", async ({
    world,
  }) => {
    const storeId = await seedStore(world, { slug: "shop" });
    const { domains } = await member(world, storeId, "ADMIN");
    const main = await seedDomain(world, storeId);
    const [own] = (await domains.listDomains({ storeId })).items;
    const id = own?.id ?? "";
    const refused = { code: "PLATFORM_DOMAIN", message: expect.stringContaining("Switch it off") };
    await domains.updateDomain({ id: main.id, body: { isPrimary: true } });
    await expectRefused([domains.deleteDomain({ id })], refused);
    await domains.updateDomain({ id, body: { status: "INACTIVE" } });
    await expectRefused([domains.deleteDomain({ id })], refused);
    expect(await domains.updateDomain({ id, body: { status: "ACTIVE" } })).toMatchObject({
      host: "shop.localhost",
      status: "ACTIVE",
    });
    await atHost(world, "shop.localhost");
    // Unlike the host on the platform, a host that the store has claimed can be removed.
    await domains.updateDomain({ id, body: { isPrimary: true } });
    await domains.deleteDomain({ id: main.id });
  });
});
