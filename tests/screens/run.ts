// npm run screens: every page of both demo stores and of a store opened a moment ago, and what opens on them, as pictures
// at 390 and 1440 px, with what is wrong with each. -- --out=FOLDER (screens), --only=PART,PART of "store/width/name"
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { createClient } from "@vetrina/client/create-client";
import { canSandbox, findBrowser, launchOptions } from "../e2e/find-browser.ts";
import { untilAlive, untilStill } from "../e2e/fixtures.ts";
import { newDataDir, removeDataDir, type Shop, startShop } from "../running-shop.ts";
import { addresses } from "./addresses.ts";
import { layoutProblems, problemsOf } from "./checks.ts";
import { states } from "./states.ts";

const stores = ["sorvela", "tordo", "opened-now"];
/** At 320 px only overflow and broken words are of interest: WCAG 2.2, 1.4.10 Reflow. */
const widths = [320, 390, 1440];

const administrator = { email: "admin@example.com", password: "a password for screens alone" };
const options = readOptions(process.argv.slice(2));

const dataDir = await newDataDir();
const shop = await startShop({
  launcher: true,
  dataDir,
  env: { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password },
});
const executable = await findBrowser();
const browser = await chromium.launch(launchOptions(executable, canSandbox(executable)));
let problems = 0;
try {
  await openStore(shop);
  for (const store of stores) {
    const product = await firstProduct(shop, store);
    for (const width of widths)
      for (const screen of screensOf(product, width)) await take(browser, store, width, screen);
  }
} finally {
  await browser.close();
  await shop.end("SIGTERM");
  await removeDataDir(dataDir);
}
console.log(problems === 0 ? "No problems." : `${problems} problems.`);
process.exitCode = problems === 0 ? 0 : 1;

type Screen = { name: string; path: string; act: (page: Page) => Promise<void> };

function screensOf(product: string | null, width: number): Screen[] {
  const pages = addresses.map((address) => ({
    name: address.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, "") || "home",
    path: address,
    act: async () => {},
  }));
  const opened = states
    .filter((state) => state.widths?.includes(width) !== false)
    .filter((state) => typeof state.at === "string" || product !== null)
    .map(({ name, at, act }) => ({
      name,
      path: typeof at === "string" ? at : at(product ?? ""),
      act,
    }));
  return [...pages, ...opened];
}

async function take(
  browser: Browser,
  store: string,
  width: number,
  { name, path: address, act }: Screen,
): Promise<void> {
  const title = `${store}/${width}/${name}`;
  if (!options.only.some((part) => title.includes(part))) return;
  const phone = width < 600;
  const context = await browser.newContext({
    viewport: { width, height: phone ? 844 : 900 },
    deviceScaleFactor: phone ? 2 : 1,
    isMobile: phone,
    hasTouch: phone,
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const page = await context.newPage();
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") found.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  try {
    await page.goto(`http://${store}.localhost:${shop.port}${address}`);
    await untilAlive(page).catch(() => {});
    await act(page);
    await loadPictures(page);
    await untilStill(page);
    found.push(...(width === 320 ? await layoutProblems(page) : await problemsOf(page)));
    const file = path.join(options.out, `${title}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await page.screenshot({ path: file, fullPage: (await page.getByRole("dialog").count()) === 0 });
  } catch (error) {
    found.push(String(error).split("\n")[0] ?? "");
  }
  await context.close();
  problems += found.length;
  console.log(`${found.length === 0 ? "ok    " : "FAILED"} ${title}`);
  for (const problem of found) console.log(`       - ${problem}`);
}

/** Pictures below the fold load when they come near. */
async function loadPictures(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let top = 0; top < height; top += 800) {
    await page.evaluate((y) => scrollTo(0, y), top);
    await page.waitForTimeout(50);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page
    .waitForFunction(() => [...document.images].every(({ complete }) => complete), null, {
      timeout: 3000,
    })
    .catch(() => {});
}

/** A store as its owner has it a moment after opening it: nothing in it yet. */
async function openStore({ url }: Shop): Promise<void> {
  const guest = createClient({ baseUrl: url });
  const { accessToken } = await guest.users.login({ body: administrator });
  const owner = createClient({ baseUrl: url, headers: { authorization: `Bearer ${accessToken}` } });
  await owner.stores.createStore({
    body: {
      name: "Opened now",
      slug: "opened-now",
      country: "IT",
      contact: { email: "hello@opened-now.example" },
    },
  });
}

/** The page of a product that is in stock; null where the store has none. */
async function firstProduct({ url }: Shop, store: string): Promise<string | null> {
  const { items } = await createClient({ baseUrl: url }).products.listProducts({
    linkStoreId: store,
    limit: 1,
  });
  const [product] = items;
  return product === undefined ? null : `/product?link=${product.link}`;
}

function readOptions(given: readonly string[]): { out: string; only: string[] } {
  const value = (name: string) =>
    given.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
  return { out: value("out") ?? "screens", only: (value("only") ?? "").split(",") };
}
