import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { audited, member, person } from "../roles/roles.fixture.ts";

const none = { refundDays: null, damageReportHours: null, warrantyYears: null };

test("promises, season, launch, social links and live chat are the store's own", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const other = await seedStore(world);
  const unset = { promises: none, season: null, launch: null, socialLinks: [], liveChat: null };
  const owner = await member(world, storeId, ["MANAGE_SETTINGS"]);
  expect(await owner.stores.getStore({ id: storeId })).toMatchObject(unset);
  const body = {
    promises: { refundDays: { min: 2, max: 3 }, damageReportHours: 72, warrantyYears: 2 },
    season: { name: "Winter", text: "Nearly here." },
    launch: { startsOn: "2026-09-01", launchesOn: "2027-02-01" },
    socialLinks: [{ network: "instagram" as const, url: "https://www.instagram.com/atelier" }],
    liveChat: {
      href: "https://chat.example/atelier",
      hours: [{ from: "MON" as const, to: "FRI" as const, opens: "09:00", closes: "17:30" }],
    },
  };
  const { version } = await owner.stores.updateStore({ id: storeId, body });
  expect(version).toBe(2);
  const shown = { ...body, liveChat: { ...body.liveChat, timeZone: "Europe/Rome" } };
  expect(await world.client().stores.getStore({ id: storeId })).toMatchObject(shown);
  expect(await world.client().stores.getStore({ id: other })).toMatchObject(unset);
  expect(await audited(world, storeId)).toMatchObject([{ action: "UPDATE", after: shown }]);
  await owner.stores.updateStore({
    id: storeId,
    body: { season: null, launch: null, socialLinks: [], liveChat: null, promises: none },
  });
  expect(await world.client().stores.getStore({ id: storeId })).toMatchObject(unset);
});

test("invalid values are rejected with their fields", async ({ world }) => {
  const storeId = await seedStore(world);
  const { stores } = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const wrong: [string, object][] = [
    ["promises.refundDays.min", { promises: { ...none, refundDays: { min: 7, max: 5 } } }],
    ["season.name", { season: { name: "", text: "" } }],
    ["launch.launchesOn", { launch: { startsOn: "2026-09-01", launchesOn: "2026-08-01" } }],
    ["socialLinks.0.url", { socialLinks: [{ network: "x", url: "https://evil.example/x.com" }] }],
    ["liveChat.href", { liveChat: { href: "javascript:alert(1)", hours: null } }],
  ];
  for (const [path, body] of wrong)
    await expect(stores.updateStore({ id: storeId, body })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path }],
    });
});

test("a new store makes no promises that its owner has not made", async ({ world }) => {
  const owner = await person(world);
  const contact = { email: "ciao@atelier.example" };
  const { id } = await owner.stores.createStore({
    body: { slug: "atelier", name: "Atelier", country: "IT", contact },
  });
  expect(await world.client().stores.getStore({ id })).toMatchObject({
    promises: none,
    season: null,
    launch: null,
    socialLinks: [],
    liveChat: null,
  });
  const help = await world.client().stores.getHelp({ id });
  expect([help.company, help.warranty.text]).toEqual([[], ""]);
});
