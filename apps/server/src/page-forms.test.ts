import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "./app.ts";
import { maxFormFields } from "./platform/http/bodies/read-form.ts";
import { mountStorefront } from "./storefront.ts";

const boundary = "x".repeat(30);

function partsOf(fields: readonly [string, string][]): string {
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--${boundary}--\r\n`;
}

const urlEncoded = "application/x-www-form-urlencoded";
const multipart = `multipart/form-data; boundary=${boundary}`;
/** The paths of all pages with an action that reads the posted form. */
const paths = ["/contact-us", "/", "/login", "/order-tracking", "/newsletter-confirm", "/product"];

test("a page's form has a limited number of fields, and a body that is not a form is rejected with a page", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const post = await poster(world, storeId);
  const many = "a&".repeat(maxFormFields + 1);
  for (const path of paths) {
    const answers = await Promise.all([
      post(path, urlEncoded, many),
      post(`${path === "/" ? "/_root" : path}.data`, urlEncoded, many),
      post(path, multipart, partsOf(Array.from({ length: 101 }, () => ["", ""]))),
      post(path, "text/plain", "a=1"),
      post(path, "application/json", "{}"),
      post(path, multipart, "no parts"),
      post(path, "multipart/form-data", partsOf([["a", "b"]])),
      post(path, "no type", "a=1"),
      post(path, "/", "a=1"),
      post(path, ";".repeat(50), "a=1"),
    ]);
    expect([path, ...answers.map(({ statusCode }) => statusCode)]).toEqual([
      path,
      413,
      413,
      413,
      415,
      415,
      400,
      400,
      415,
      415,
      415,
    ]);
    for (const { headers, body } of answers) {
      expect(headers["content-type"]).toMatch(/^text\/html/);
      expect(body).toMatch(/<h1>This (form|is not a form)/);
    }
  }
});

test("a form is read in either encoding, and without a body", async ({ world }) => {
  const storeId = await seedStore(world);
  const post = await poster(world, storeId);
  const typed: [string, string][] = [
    ["name", "Zoë & Co"],
    ["email", "no address"],
  ];
  const shown = await Promise.all([
    post("/contact-us", urlEncoded, new URLSearchParams(typed).toString()),
    post("/contact-us", `${urlEncoded};charset=UTF-8`, new URLSearchParams(typed).toString()),
    post("/contact-us", multipart, partsOf(typed)),
  ]);
  for (const { statusCode, body } of shown)
    expect([statusCode, body.includes('value="Zoë &amp; Co"')]).toEqual([400, true]);
  expect((await post("/contact-us", undefined, "")).statusCode).toBe(400);
});

test("an account that is registered on a store's page gets an email that names that store", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const post = await poster(world, storeId);
  const form = new URLSearchParams({
    name: "Zoë",
    email: "zoe@example.com",
    password: "a few easy words",
  });
  expect((await post("/register", urlEncoded, form.toString())).statusCode).toBe(200);
  const { rows } = await world.admin.query<{ slug: string }>(
    "select slug from shop.stores where id = $1",
    [storeId],
  );
  const mail = (await world.sendMails()).at(-1);
  expect(mail?.text).toContain(`requested at the store ${rows[0]?.slug}`);
});

async function poster(world: World, storeId: string) {
  const { rows } = await world.admin.query<{ slug: string }>(
    "select slug from shop.stores where id = $1",
    [storeId],
  );
  const host = `${rows[0]?.slug}.localhost`;
  const app = buildApp(world.services, {
    rateLimits: false,
    checkResponses: false,
    trustProxy: false,
  });
  await mountStorefront(app, world.services, {
    development: false,
    mediaDir: "/nowhere",
    rateLimits: false,
  });
  return (url: string, type: string | undefined, payload: string) =>
    app.inject({
      method: "POST",
      url,
      headers: { host, ...(type === undefined ? {} : { "content-type": type }) },
      payload,
    });
}
