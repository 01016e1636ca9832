// npm run screens: takes pictures at 320, 390 and 1440 px of the pages and open states of both demo stores and of two
// new stores (one empty, one with two products), and lists each page's problems. Options: --out=FOLDER (default:
// screens), --only=TEXT,TEXT (only pictures with one of these texts in their "store/width/name").
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { Client } from "pg";
import { canSandbox, findBrowser, launchOptions } from "../e2e/support/find-browser.ts";
import { untilHydrated, untilStill } from "../e2e/support/fixtures.ts";
import { newDataDir, removeDataDir, startShop } from "../running-shop.ts";
import { addresses, filteredLists } from "./addresses.ts";
import { layoutProblems, problemsOf } from "./checks.ts";
import { type Journey, type Products, walk } from "./journey.ts";
import { openStores } from "./new-stores.ts";
import { productsOf } from "./products.ts";
import { journeys } from "./states.ts";
import { newWalker } from "./walker.ts";

const stores = ["sorvela", "tordo", "opened-now", "two-products"];
/** At 320 px, only overflow (WCAG 2.2, 1.4.10 Reflow) and broken words are checked. */
const widths = [320, 390, 1440];

/** The product pages in their initial states. */
const productPages: readonly Journey[] = (["buyable", "soldOut", "manyValues"] as const).map(
  (name) => ({
    name,
    at: (products) => products[name],
    states: [{ name: `product-${name}`, act: async () => {} }],
  }),
);

const administrator = { email: "admin@example.com", password: "a password for screens alone" };
const options = readOptions(process.argv.slice(2));

const dataDir = await newDataDir();
const shop = await startShop({
  launcher: true,
  dataDir,
  env: { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password },
});
const executable = await findBrowser();
const database = new Client(await shop.databaseUrl());
await database.connect();
const browser = await chromium.launch(launchOptions(executable, canSandbox(executable)));
let problems = 0;
try {
  await openStores(shop.url, administrator);
  for (const store of stores) {
    const products = await productsOf(shop.url, store);
    for (const width of widths) await takeAll(store, width, products);
  }
} finally {
  await browser.close();
  await database.end();
  await shop.end("SIGTERM");
  await removeDataDir(dataDir);
}
console.log(problems === 0 ? "No problems." : `${problems} problems.`);
process.exitCode = problems === 0 ? 0 : 1;

/** Visits all pages in their initial states, then all open states. */
async function takeAll(store: string, width: number, products: Products): Promise<void> {
  for (const address of [...addresses, ...filteredLists]) {
    const name = address.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, "") || "home";
    if (isAsked(title(store, width, name)))
      await inBrowser(store, width, name, async (page, look) => {
        await page.goto(address);
        await untilHydrated(page).catch(() => {});
        await look(name);
      });
  }
  for (const journey of [...productPages, ...journeys]) {
    const names = journey.states.map(({ name }) => name);
    if (!names.some((name) => isAsked(title(store, width, name)))) continue;
    await inBrowser(store, width, journey.name, (page, look) =>
      walk(journey, {
        page,
        width,
        products,
        walker: newWalker({ database, baseUrl: shop.url, administrator }),
        look,
      }),
    );
  }
}

type Look = (name: string) => Promise<void>;

async function inBrowser(
  store: string,
  width: number,
  name: string,
  work: (page: Page, look: Look) => Promise<void>,
): Promise<void> {
  const phone = width < 600;
  const context = await browser.newContext({
    baseURL: `http://${store}.localhost:${shop.port}`,
    viewport: { width, height: phone ? 844 : 900 },
    deviceScaleFactor: phone ? 2 : 1,
    isMobile: phone,
    hasTouch: phone,
    reducedMotion: "reduce",
    locale: "en-US",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  const tell = (shown: string) => {
    console.log(`${found.length === 0 ? "ok    " : "FAILED"} ${title(store, width, shown)}`);
    for (const problem of found) console.log(`       - ${problem}`);
    problems += found.length;
    found.length = 0;
  };
  try {
    await work(page, async (shown) => {
      if (!isAsked(title(store, width, shown))) return;
      await takePicture(page, path.join(options.out, `${title(store, width, shown)}.png`));
      found.push(...(width === 320 ? await layoutProblems(page) : await problemsOf(page)));
      tell(shown);
    });
  } catch (error) {
    found.push(String(error).split("\n").slice(0, 4).join(" "));
    tell(name);
  }
  await context.close();
}

async function takePicture(page: Page, file: string): Promise<void> {
  const isModal = (await page.locator("dialog:modal, :popover-open").count()) > 0;
  if (!isModal) await loadPictures(page);
  await untilStill(page);
  await mkdir(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file, fullPage: !isModal });
}

function title(store: string, width: number, name: string): string {
  return `${store}/${width}/${name}`;
}

function isAsked(title: string): boolean {
  return options.only.some((part) => title.includes(part));
}

/** Scrolls through the page, because images below the fold are loaded only when they are close to the visible part. */
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

function readOptions(given: readonly string[]): { out: string; only: string[] } {
  const value = (name: string) =>
    given.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
  return { out: value("out") ?? "screens", only: (value("only") ?? "").split(",") };
}
