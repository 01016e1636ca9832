import type { Page } from "@playwright/test";
import { productsOf } from "../screens/products.ts";
import { expect, oneWidth, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { foundInMail } from "./support/mails.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import { plainProduct, takeProduct } from "./support/products.ts";
import { addToCart, openProduct } from "./support/shopper.ts";

// These tests set their own window sizes.
const phone = { width: 390, height: 844 };

const addresses = [
  "/",
  "/collection",
  "/collections",
  "/search?name=zzzz",
  "/sale",
  "/dresses",
  "/cart",
  "/wishlist",
  "/order",
  "/order-tracking",
  "/contact-us",
  "/shipping-info",
  "/returns?begin=1",
  "/size-guide",
  "/support",
  "/policy",
  "/links",
  "/about",
  "/login",
  "/coming-soon",
  "/register",
  "/account/forgotten",
];

/**
 * `product` is the page of a product that no test sells out. null means the page of the first product listed, because
 * no test sells out any product of that store.
 */
for (const [host, code, product] of [
  ["sorvela.localhost", "WELCOME10", `/product?link=${plainProduct}`],
  ["tordo.localhost", "OLA10", null],
] as const)
  test(
    `no word is broken and no page is too wide at ${host.split(".")[0]}`,
    slowOneWidth,
    async ({ page, baseURL, browserErrors }) => {
      test.setTimeout(120_000);
      browserErrors.expect(/is another origin/, "the shop's own host");
      const { port } = new URL(baseURL ?? "");
      const open = (path: string) => page.goto(`http://${host}:${port}${path}`);
      const problems: string[] = [];
      for (const address of addresses) {
        await open(address);
        problems.push(...(await lookAt(page, address)));
      }
      const card = page.locator("#products article h2 a, #products article h3 a");
      await open("/collection");
      await open(product ?? (await card.first().getAttribute("href")) ?? "");
      problems.push(...(await lookAt(page, "a product")));
      await untilHydrated(page);
      await page.setViewportSize({ width: 320, height: 700 });
      await addToCart(page);
      problems.push(...(await lookAt(page, "the drawer")));
      await open("/cart");
      await expect(page.getByRole("button", { name: /^Remove (?!one$)/ })).toBeVisible();
      problems.push(...(await lookAt(page, "a full cart")));
      await page.getByRole("button", { name: "I have a discount code" }).click();
      await page.getByLabel("Discount code").fill(code);
      await page.getByRole("button", { name: "Apply" }).click();
      const noCode = page.getByRole("button", { name: `Remove the code ${code}` });
      await expect(noCode).toBeVisible();
      problems.push(...(await lookAt(page, "a cart with a code")));
      await noCode.click();
      await page.getByRole("button", { name: /^Remove (?!one$)/ }).click();
      problems.push(...(await lookAt(page, "a cart to undo")));
      expect(problems).toEqual([]);
    },
  );

test(
  "a new store with two products breaks no word",
  slowOneWidth,
  async ({ page, baseURL, browserErrors }) => {
    browserErrors.expect(/is another origin/, "the shop's own host");
    const { port, origin } = new URL(baseURL ?? "");
    const { buyable, manyValues } = await productsOf(origin, "two-products");
    const problems: string[] = [];
    for (const address of ["/", "/about", "/collection", "/collections", buyable, manyValues]) {
      await page.goto(`http://two-products.localhost:${port}${address}`);
      problems.push(...(await lookAt(page, address ?? "")));
      await expectNoViolations(page);
    }
    expect(problems).toEqual([]);
    await page.goto(`http://two-products.localhost:${port}/about`);
    // A store without pictures doesn't show placeholders for them.
    await expect(page.getByRole("main").locator("svg, img")).toHaveCount(0);
    await page.goto(`http://two-products.localhost:${port}/collections`);
    await expect(page.getByRole("heading", { name: "No collections yet" })).toBeVisible();
    await page.getByRole("link", { name: "See all items" }).click();
    await expect(page.locator("#products article")).toHaveCount(2);
  },
);

test("wide size charts can be scrolled with the keyboard", slowOneWidth, async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/size-guide");
  await expectNoViolations(page);
  await page.goto(`/product?link=${plainProduct}`);
  await untilHydrated(page);
  await page.getByRole("link", { name: "Size guide" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoViolations(page);
});

for (const [name, size] of [
  ["a phone on its side", { width: 844, height: 390 }],
  ["a low phone", { width: 375, height: 553 }],
] as const)
  test(
    `the drawer shows an item, the total and Checkout on ${name}`,
    slowOneWidth,
    async ({ page }) => {
      await page.setViewportSize(size);
      await page.goto(`/product?link=${plainProduct}`);
      await untilHydrated(page);
      const drawer = await addToCart(page);
      const checkout = drawer.getByRole("link", { name: "Checkout", exact: true });
      await expect(checkout).toBeInViewport({ ratio: 1 });
      await expect(drawer.getByText("Total", { exact: true })).toBeInViewport({ ratio: 1 });
      const item = drawer.getByRole("list", { name: "In your cart" }).getByRole("link").last();
      await expect(item).toBeInViewport();
      // The wallets' buttons can be reached by scrolling.
      const wallets = drawer.getByRole("list", { name: "Express checkout" });
      await wallets.scrollIntoViewIfNeeded();
      await expect(wallets.getByRole("link").first()).toBeInViewport({ ratio: 1 });
      await expect(checkout).toBeInViewport({ ratio: 1 });
      await expectNoViolations(page);
    },
  );

/**
 * Finds broken words after opening all collapsed parts. Stores with their own display typeface are tested with the
 * letter spacing that wide typefaces need.
 */
async function lookAt(page: Page, name: string): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const { style } = document.documentElement;
    const face = getComputedStyle(document.documentElement).getPropertyValue("--font-display");
    // Stores with the default display typeface (Sofia) keep its spacing.
    if (!face.startsWith('"Sofia')) style.setProperty("--display-tracking", "0.04em");
    for (const details of document.querySelectorAll("details")) {
      details.removeAttribute("name");
      details.open = true;
    }
  });
  const problems: string[] = [];
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const found = await page.evaluate(brokenWords);
    problems.push(...found.map((word) => `${name} at ${width}: ${word}`));
  }
  return problems;
}

/** Words that are split over two lines or cut off, and boxes that are narrower than their content. */
function brokenWords(): string[] {
  const found = new Set<string>();
  const boxes = [document.documentElement, ...document.querySelectorAll("dialog[open]")];
  for (const { scrollWidth, clientWidth, tagName } of boxes)
    if (scrollWidth > clientWidth) found.add(`${tagName} is ${scrollWidth} wide`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (parent === null || !parent.checkVisibility() || parent.closest("script, style, .sr-only"))
      continue;
    const cuts = parent.closest(".overflow-clip, .overflow-hidden")?.getBoundingClientRect();
    for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(
      /e-mail|[\p{L}\p{N}'’]{2,}/giu,
    )) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter((line) => line.width > 0);
      if (lines.some((line) => Math.abs(line.top - (lines[0]?.top ?? 0)) > 2)) found.add(word);
      if (cuts && lines.some(({ right }) => right > cuts.right + 1))
        found.add(`${word} is cut off`);
    }
  }
  return [...found];
}

test(
  "the back-to-top button appears and covers no control or text",
  slowOneWidth,
  async ({ page, database }) => {
    test.setTimeout(90_000);
    const { link } = await takeProduct(database);
    await page.setViewportSize(phone);
    const seen: number[] = [];
    const addresses = ["/collection", "/checkout", "/contact-us", "/cart"];
    for (const address of [`/product?link=${link}`, ...addresses]) {
      await page.goto(address);
      await untilHydrated(page);
      const { shown, covered } = await page.evaluate(walk);
      expect(covered).toEqual([]);
      seen.push(shown);
    }
    // On /collection, the rows of cards leave enough room for the button.
    expect(seen[1]).toBeGreaterThan(0);

    await page.goto("/contact-us");
    await untilHydrated(page);
    await page.evaluate(() => scrollTo(0, 400));
    await page.getByLabel("Message").focus();
    await expect(page.getByRole("link", { name: "Back to top" })).toBeHidden();
  },
);

/** Scrolls through the page, and checks what the back-to-top button covers. Runs in the browser. */
async function walk() {
  const button = document.querySelector("[data-to-top]");
  const covered = new Set<string>();
  let shown = 0;
  for (let y = 0; y < document.body.scrollHeight; y += 60) {
    scrollTo(0, y);
    for (let frames = 0; frames < 3; frames += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    if (!button || getComputedStyle(button).visibility === "hidden") continue;
    shown += 1;
    const own = button.getBoundingClientRect();
    const isBeneath = ({ left, right, top, bottom }: DOMRect) =>
      left < own.right && right > own.left && top < own.bottom && bottom > own.top;
    for (const control of document.querySelectorAll(
      "a, button, input, select, textarea, label, summary, [role=alert], p, dt, dd, td, th, pre",
    )) {
      if (control === button || !control.checkVisibility({ visibilityProperty: true })) continue;
      const box = control.getBoundingClientRect();
      const center = new DOMRect(box.x + box.width / 2, box.y + box.height / 2, 0.1, 0.1);
      const text = document.createRange();
      text.selectNodeContents(control);
      const isSmall = control.tagName !== "A" && box.height < 100;
      // Skips the large store name at the end of the page, which is decoration.
      const lines = [...text.getClientRects()].filter(({ height }) => height < 100);
      const parts = [...(lines.length > 0 ? [center] : []), ...(isSmall ? [box] : []), ...lines];
      if (box.width > 2 && parts.some(isBeneath) && control.textContent !== "")
        covered.add(`${control.tagName} ${control.textContent.slice(0, 30)} at ${y}`);
    }
  }
  return { shown, covered: [...covered] };
}

test(
  "with a keyboard, the drawer keeps focus, and toasts don't cover what they refer to",
  slowOneWidth,
  async ({ page, database }) => {
    await page.setViewportSize(phone);
    const product = await takeProduct(database);
    await openProduct(page, product);
    const drawer = await addToCart(page);
    const remove = drawer.getByRole("button", { name: `Remove ${product.name}` });
    const undo = drawer.getByRole("button", { name: "Undo" });
    const toast = drawer.getByText("Removed from cart").locator("..");
    await remove.focus();
    await page.keyboard.press("Enter");
    await expect(undo).toBeFocused();
    const said = await toast.boundingBox();
    const strip = await undo.boundingBox();
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0);
    await page.keyboard.press("Enter");
    await expect(remove).toBeFocused();

    const more = drawer.getByRole("button", { name: "Add one" });
    while ((await more.getAttribute("aria-disabled")) === null) {
      await more.focus();
      await page.keyboard.press("Enter");
    }
    await expect(more).toBeFocused();
    await expect(more).toHaveAccessibleDescription(/^Maximum \d+$/);
    await page.keyboard.press("Enter");
    const refusal = await drawer.getByText("Cannot add more items").locator("..").boundingBox();
    const line = await drawer.getByRole("listitem").first().boundingBox();
    expect((refusal?.y ?? 0) + (refusal?.height ?? 0)).toBeLessThanOrEqual(line?.y ?? 0);
    const close = await drawer.getByRole("button", { name: "Close" }).boundingBox();
    expect((refusal?.x ?? 0) + (refusal?.width ?? 0)).toBeLessThanOrEqual(close?.x ?? 0);
  },
);

test("a cleared cart can be restored with Undo", oneWidth, async ({ page, database }) => {
  const first = await takeProduct(database);
  await openProduct(page, first);
  await addToCart(page);
  await openProduct(page, await takeProduct(database));
  const drawer = await addToCart(page);
  const undo = drawer.getByRole("button", { name: "Undo" });
  await drawer.getByRole("button", { name: "Clear cart" }).press("Enter");
  await expect(drawer.getByText("Your cart is empty")).toBeVisible();
  await expect(undo).toBeFocused();
  await undo.press("Enter");
  const lines = drawer.getByRole("list", { name: "In your cart" }).getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(drawer.getByRole("button", { name: `Remove ${first.name}` })).toBeFocused();
});

test("on a phone, the search opens with its field focused", oneWidth, async ({ page }) => {
  await page.setViewportSize(phone);
  // The second of these pages is sent without JavaScript modules.
  for (const address of ["/", "/shipping-info"]) {
    await page.goto(address);
    await page.getByRole("banner").getByRole("button", { name: "Search" }).first().click();
    await expect(page.locator("#panel-search")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator("#panel-search")).toBeHidden();
  }
});

test(
  "an empty newsletter form shows an error, and a mistyped email a question",
  oneWidth,
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto("/");
    await untilHydrated(page);
    await page.getByRole("button", { name: "Sign up" }).click();
    const field = page.getByRole("textbox", { name: "Email" });
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription("Enter your email address.");
    await expectNoViolations(page, "main");
    await field.fill("ada");
    await expect(page.getByText("Enter your email address.")).toBeHidden();

    await field.fill("ada@gmial.con");
    await field.blur();
    await page.getByRole("button", { name: "Did you mean ada@gmail.com?" }).click();
    await expect(field).toHaveValue("ada@gmail.com");
    await expect(page.getByText("We'll email ada@gmail.com.")).toBeFocused();

    await field.fill("ada@yahoo.con");
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText(/we just sent to ada@yahoo\.con\.$/)).toBeVisible();
    await page.getByRole("button", { name: "Did you mean ada@yahoo.com?" }).click();
    const confirmation = page.getByText(/^Almost done\. .* we just sent to ada@yahoo\.com\.$/);
    await expect(confirmation).toBeFocused();
    await expect(field).toHaveValue("");
    await expect(page.getByText("We'll email")).toBeHidden();
    await foundInMail("ada@yahoo.com", /\/newsletter\/confirm/);
  },
);
