import type { Locator, Page } from "@playwright/test";
import { expect, oneWidth, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import { addToCart } from "./support/shopper.ts";

type Line = {
  productId: string;
  variantId: string;
  name: string;
  price: number;
  quantity: number;
  color?: string | undefined;
  size?: string | undefined;
};

/** A cart line with the product at this index among the demo products in stock, sorted by name. */
async function pieceOf(page: Page, index: number, quantity = 1): Promise<Line> {
  const list = await page.request.get("/api/v1/products/store/sorvela?limit=40&sort=name");
  const { items } = (await list.json()) as { items: { id: string; stockLabel: string }[] };
  const card = items.filter(({ stockLabel }) => stockLabel === "in-stock")[index];
  const answer = await page.request.get(`/api/v1/products/${card?.id}`);
  const product = (await answer.json()) as {
    id: string;
    name: string;
    variants: { id: string; price: number; stock: number; options: Record<string, string> }[];
  };
  const variant = product.variants.find(({ stock }) => stock > 4);
  if (!variant)
    throw new Error(`No variant of ${product.name} has 5 units. Re-create the demo data.`);
  return {
    productId: product.id,
    variantId: variant.id,
    name: product.name,
    price: variant.price,
    quantity,
    color: variant.options["Color"],
    size: variant.options["Size"],
  };
}

const cartKey = "vetrina:sorvela:cart";

/** Opens the page with these lines in the cart and waits until it is hydrated. */
async function openWith(page: Page, lines: readonly Line[], path = "/checkout"): Promise<void> {
  await page.goto("/policy");
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key ?? "", text ?? ""),
    [cartKey, JSON.stringify(lines)],
  );
  await page.goto(path);
  await untilHydrated(page);
}

const cartOf = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "[]") as Line[], cartKey);

async function fillAddress(page: Page, email = "ada@example.com"): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Full name").fill("Ada Rossi");
  await page.getByLabel("Country").selectOption("US");
  await page.getByLabel("Street address").fill("1 Main St");
  await page.getByLabel("City", { exact: true }).fill("Austin");
  await page.getByLabel("State").selectOption("TX");
  await page.getByLabel("ZIP code").fill("78701");
}

async function goToPayment(page: Page, email?: string): Promise<void> {
  await fillAddress(page, email);
  await page.getByRole("button", { name: "Continue to shipping" }).click();
  await expect(page).toHaveURL(/step=shipping/);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL(/step=payment/);
  await expect(payButton(page)).toBeEnabled();
}

const payButton = (page: Page) => page.locator("#pay", { hasText: /^Pay \$/ });
const window = (page: Page) => page.getByRole("dialog", { name: "Test payment" });

test(
  "the order has the method that is shown as selected, even if the shopper didn't select it",
  slowOneWidth,
  async ({ page }) => {
    // For orders above $200, both methods are free, and the faster one is selected.
    await page.goto("/product?link=double-breasted-wool-coat&variant=navy-l");
    await untilHydrated(page);
    await addToCart(page);
    await page.goto("/checkout");
    await untilHydrated(page);
    await fillAddress(page);
    await page.getByRole("button", { name: "Continue to shipping" }).click();
    await expect(page.getByRole("radio", { name: /^Express Worldwide/ })).toBeChecked();
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Payment" })).toBeVisible();
    await expect(page.getByRole("main").getByText(/^Express Worldwide, Free/)).toBeVisible();
  },
);

test.describe("with mouse and touch", () => {
  test.use({ hasTouch: true });
  test(
    "a press that leaves an invalid field isn't lost, and Continue lists all errors",
    slowOneWidth,
    async ({ page }) => {
      await openWith(page, [await pieceOf(page, 5)]);
      await page.getByLabel("Country").selectOption("DE");
      const code = page.locator("#checkout-shipping-postalCode");
      const error = page.locator("#checkout-shipping-postalCode-error");
      const box = page.getByLabel("Billing address is the same");
      const summary = page.getByRole("region", { name: "Please fix" });
      const press = {
        async mouse(x: number, y: number) {
          await page.mouse.move(x, y);
          await page.mouse.down();
          await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
          await expect(error).toHaveCount(0);
          await page.mouse.up();
        },
        touch: (x: number, y: number) => page.touchscreen.tap(x, y),
      };
      for (const how of ["mouse", "touch"] as const) {
        await code.fill(how === "mouse" ? "1011" : "1012");
        await expect(error).toHaveCount(0);
        await press[how](...(await middleOf(box)));
        await expect(error).toBeVisible();
        if (how === "mouse") await expect(box).not.toBeChecked();
        else await expect(box).toBeChecked();
        await expect(summary).toHaveCount(0);
      }
      await code.fill("1013");
      await page.keyboard.press("Tab");
      await expect(error).toBeVisible();
      await code.fill("1014");
      await press.mouse(
        ...(await middleOf(page.getByRole("button", { name: "Continue to shipping" }))),
      );
      await expect(summary).toBeFocused();
      await expect(summary.getByRole("link")).toHaveCount(5);
    },
  );
});

/** The middle of an element that is scrolled into view. */
async function middleOf(element: Locator): Promise<[number, number]> {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return [x + width / 2, y + height / 2];
}

test("a correction is suggested for a mistyped email", slowOneWidth, async ({ page }) => {
  await openWith(page, [await pieceOf(page, 4)]);
  await fillAddress(page);
  await page.getByLabel("Email").fill("ada.rossi@gmial.con");
  await page.getByRole("button", { name: "Continue to shipping" }).click();
  await page.getByRole("button", { name: "Did you mean ada.rossi@gmail.com?" }).click();
  const answer = page.getByText("We'll email ada.rossi@gmail.com.");
  await expect(answer).toBeFocused();
  await page.getByRole("link", { name: "Back to information" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("ada.rossi@gmail.com");
});

test(
  "Back closes the payment window, and keeps the order and the step",
  slowOneWidth,
  async ({ page }) => {
    await openWith(page, [await pieceOf(page, 4)]);
    await goToPayment(page);
    const orders: unknown[] = [];
    page.on("response", (response) => {
      if (/\/orders\/[0-9a-f-]+\/payment-intent/.test(response.url())) orders.push(response.url());
    });
    for (const _ of ["once", "again"]) {
      await payButton(page).click();
      await expect(window(page)).toBeVisible();
      // Doesn't wait for a navigation, because there is none.
      await page.evaluate(() => history.back());
      await expect(page.getByText("You closed the payment window.")).toBeVisible();
      await expect(window(page)).toBeHidden();
      await expect(page).toHaveURL(/step=payment/);
      await expect(payButton(page)).toBeVisible();
    }
    // Both times, the same order was to be paid.
    expect(orders).toHaveLength(2);
    expect(new Set(orders).size).toBe(1);
    await page.goBack();
    await expect(page).toHaveURL(/step=shipping/);
  },
);

test("a cart is bought in three steps, after a declined card, and is empty afterwards", async ({
  page,
  database,
}) => {
  test.slow();
  const line = await pieceOf(page, 0, 2);
  await openWith(page, [line]);
  await expectNoViolations(page);
  await goToPayment(page);
  await expectNoViolations(page);
  const amount = (await payButton(page).textContent())?.replace("Pay ", "") ?? "";
  await payButton(page).click();
  await expect(window(page)).toContainText(amount);
  await expectNoViolations(page);

  await window(page).getByRole("button", { name: "Decline" }).click();
  await expect(window(page).getByRole("alert")).toHaveText(
    /^Your payment was declined\.You haven't been charged\. Try again\.Reference for support: dbg-[0-9a-f]+$/,
  );
  expect(await cartOf(page)).toHaveLength(1);
  await window(page).getByRole("button", { name: "Approve" }).click();

  await expect(page).toHaveURL(/\/thank-you\?orderId=[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
  await expect(page.getByText(amount).first()).toBeVisible();
  await expectNoViolations(page);
  await expect.poll(() => cartOf(page)).toEqual([]);
  const id = new URL(page.url()).searchParams.get("orderId");
  const { rows } = await database.query(
    "select payment_state, (select count(*)::int from shop.payments p where p.order_id = o.id) as payments from shop.orders o where id = $1",
    [id],
  );
  expect(rows).toEqual([{ payment_state: "completed", payments: 1 }]);

  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
  await page.goBack();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

test(
  "later steps open only after the earlier ones; Back and a reload keep what was entered",
  oneWidth,
  async ({ page }) => {
    await openWith(page, [await pieceOf(page, 1)], "/checkout?step=payment");
    await expect(page).toHaveURL(/\/checkout$/);
    await page.getByRole("button", { name: "Continue to shipping" }).click();
    await expect(page.getByRole("region", { name: "Please fix" })).toBeFocused();
    await page.getByRole("link", { name: "Enter your email address." }).click();
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.getByLabel("Email").fill("ada@");
    await expect(page.getByText("Enter your email address.")).toHaveCount(0);
    await page.getByLabel("Full name").focus();
    await expect(page.locator("#checkout-email-error")).toHaveText(/name@example.com/);
    // The summary lists the field's new error too.
    await expect(
      page.getByRole("region", { name: "Please fix" }).getByRole("link").first(),
    ).toHaveText(/name@example.com/);

    await goToPayment(page);
    await page.reload();
    await expect(payButton(page)).toBeEnabled();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 2, name: "Shipping" })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel("Street address")).toHaveValue("1 Main St");
  },
);

test(
  "two clicks and a reload create one order, and closing the window keeps the order and the cart",
  oneWidth,
  async ({ page, database }) => {
    const email = `twice-${Date.now()}-${Math.random()}@example.com`;
    await openWith(page, [await pieceOf(page, 2)]);
    await goToPayment(page, email);
    await payButton(page).dblclick();
    await expect(window(page)).toBeVisible();
    await page.reload();
    await payButton(page).click();
    await expect(window(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("You closed the payment window.")).toBeVisible();
    await expect(payButton(page)).toBeFocused();
    expect(await cartOf(page)).toHaveLength(1);
    const { rows } = await database.query(
      "select count(*)::int as orders from shop.orders where email = $1",
      [email.toLowerCase()],
    );
    expect(rows).toEqual([{ orders: 1 }]);
  },
);

test(
  "a new total is shown with the old one and paid only after confirmation",
  oneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/409/, "the server rejects the old total");
    const line = await pieceOf(page, 3);
    await openWith(page, [line]);
    await goToPayment(page);
    const before = (await payButton(page).textContent()) ?? "";
    const raise = (by: number) =>
      database.query("update shop.variants set price_minor = price_minor + $2 where id = $1", [
        line.variantId,
        by,
      ]);
    await raise(1100);
    try {
      await payButton(page).click();
      await expect(page.getByText("The total has changed")).toContainText(
        before.replace("Pay ", ""),
      );
      const confirm = page.getByRole("alert").getByRole("button", { name: /^Pay \$/ });
      const after = (await confirm.textContent()) ?? "";
      expect(after).not.toBe(before);
      await expect(payButton(page)).toHaveText(after);
      await confirm.click();
      await expect(window(page)).toContainText(after.replace("Pay ", ""));
    } finally {
      await raise(-1100);
    }
  },
);

test(
  "an order that would arrive later than shown is paid only after confirmation",
  oneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/409/, "the server rejects the old dates");
    await page.route("**/shipping/calculate", async (route) => {
      const response = await route.fetch();
      const quote = (await response.json()) as { methods: object[] };
      const delivery = { from: "2026-01-05", to: "2026-01-06" };
      const methods = quote.methods.map((method) => ({ ...method, delivery }));
      await route.fulfill({ response, json: { ...quote, methods } });
    });
    await openWith(page, [await pieceOf(page, 7)]);
    await goToPayment(page);
    await expect(page.getByText(/Arrives .*Jan 5/)).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await payButton(page).click();
    await expect(page.getByText("The delivery dates have changed.")).toBeVisible();
    await expect(page.getByText(/Arrives .*Jan 5/)).toBeHidden();
    await page
      .getByRole("alert")
      .getByRole("button", { name: /^Pay \$/ })
      .click();
    await expect(window(page)).toBeVisible();
  },
);

test(
  "an order can be found only by its number and email together",
  oneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/404/, "the order does not exist");
    await openWith(page, [await pieceOf(page, 6)]);
    await goToPayment(page, "found@example.com");
    await payButton(page).click();
    await window(page).getByRole("button", { name: "Approve" }).click();
    await page.getByRole("link", { name: "Track Order" }).first().click();
    await expect(page).toHaveURL(/\/order-tracking\?order=/);
    await expect(page.getByLabel("Email")).toHaveValue("found@example.com");
    await expect(page.getByLabel("Order number")).not.toHaveValue("");
    expect(page.url()).not.toContain("found");
    // The shopper comes from the order's own page, so it is looked up at once.
    await expect(page.getByRole("list", { name: "Steps of your order" })).toBeVisible();
    await page.getByLabel("Email").fill("other@example.com");
    await page.getByRole("button", { name: "Track Order" }).click();
    await expect(page.getByRole("alert")).toContainText(
      /Order not found\. Please check your order number and email\. Contact email \S+ for help\./,
    );
    // The toast will disappear, but the message under the form stays.
    await expect(
      page.getByRole("main").getByText("No order has this number and email."),
    ).toBeVisible();
    await page.getByLabel("Email").fill("found@example.com");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("list", { name: "Steps of your order" })).toContainText(
      "Paid, done",
    );
    expect(page.url()).not.toContain("found");
    // The shopper comes from the order's own page, so it is looked up at once.
    await expect(page.getByRole("list", { name: "Steps of your order" })).toBeVisible();
    await expectNoViolations(page);
  },
);

test(
  "an order without its key shows nothing but a link to the tracking page",
  oneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/404/, "the order is another shopper's");
    const id = "00000000-0000-7000-8000-000000000000";
    const answer = await page.goto(`/thank-you?orderId=${id}}`);
    expect(answer?.status()).toBe(404);
    expect(answer?.headers()).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No order to show");
    await expectNoViolations(page);
  },
);
