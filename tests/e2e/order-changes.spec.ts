import { randomUUID } from "node:crypto";
import { storageKey } from "@vetrina/commerce/constants";
import type { Client } from "pg";
import { addUser, signIn } from "./support/customers.ts";
import {
  administrator,
  expect,
  slow,
  slowOneWidth,
  test,
  untilHydrated,
} from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import { linkOf, payFor, placeOrder, signedInStaff } from "../screens/orders.ts";
import { foundInMail } from "./support/mails.ts";
import { takeProduct } from "./support/products.ts";
import { pay, payButton } from "./support/shopper.ts";

/** A new email for each test, because the number of emails about orders is limited per address. */
const newEmail = () => `ada-${randomUUID()}@example.com`;

/** Places an order of two units of one product, and pays for it with the test provider. */
async function paidOrder(database: Client, baseUrl: string, email = newEmail()) {
  const product = await takeProduct(database);
  const { rows } = await database.query<{ store_id: string }>(
    "select store_id from shop.variants where id = $1",
    [product.variantId],
  );
  const staff = await signedInStaff(baseUrl, administrator);
  const shop = { baseUrl, storeId: rows[0]?.store_id ?? "", staff };
  const items = [{ variantId: product.variantId, quantity: 2 }];
  const order = await placeOrder(shop, items, { email });
  await payFor(order);
  return { product, order };
}

test(
  "a buyer changes address and size, pays the difference, tracks two parcels on another device with the email's link, and sees a partial refund",
  slow,
  async ({ page, database, browser, baseURL }) => {
    test.slow();
    const email = newEmail();
    const { product, order } = await paidOrder(database, baseURL ?? "", email);
    const { id, staff } = order;
    await page.goto(linkOf(order));
    await untilHydrated(page);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Change the address" }).click();
    await dialog.getByLabel("Street address").fill("");
    await dialog.getByRole("button", { name: "Save the address" }).click();
    await expect(dialog.getByLabel("Street address")).toBeFocused();
    await expectNoViolations(page);
    await dialog.getByLabel("Street address").fill("2 Oak Avenue");
    await dialog.getByLabel("Street address").press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Change the address" })).toBeFocused();
    await expect(page.getByRole("main").getByText("2 Oak Avenue")).toBeVisible();
    // The billing address doesn't change.
    await expect(page.getByRole("main").getByText("1 Analytical Way")).toBeVisible();

    await page.getByRole("button", { name: /^Change the size/ }).click();
    await dialog.getByRole("button", { name: "Save the size" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Choose another size.");
    await expectNoViolations(page);
    const other = dialog.getByRole("radio", { disabled: false, checked: false }).first();
    await other.check({ force: true });
    await expect(dialog.getByText(`${product.size}: the size you ordered`)).toBeVisible();
    await dialog.getByRole("button", { name: "Save the size" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Size: ${product.size}`, { exact: true })).toBeHidden();

    const [item] = (await staff.orders.getOrderWithItems({ id })).items;
    expect(item?.size).not.toBe(product.size);
    const items = [{ orderItemId: item?.id ?? "", quantity: 1 }];
    const ups = { carrier: "UPS", trackingNumber: "1Z999AA10123456784" };
    const dhl = { carrier: "DHL", trackingNumber: "00340434161094021501" };
    const more = { items: [{ variantId: product.variantId, quantity: 1 }] };
    const { due } = await staff.orders.updateOrderItems({ id, body: more });
    await page.goto(linkOf(order));
    await page.getByRole("link", { name: /^Pay \$/ }).click();
    await expect(payButton(page)).toContainText(due.toFixed(2));
    await pay(page, "Approve");
    await expect(page).toHaveURL(new RegExp(`/order\\?id=${id}$`));
    await expect(page.getByRole("heading", { name: "Pay the difference" })).toBeHidden();
    const paid = await staff.orders.getOrder({ id });
    expect(paid).toMatchObject({ paid: paid.total, total: Number((order.total + due).toFixed(2)) });

    await staff.shipments.createShipment({ id, body: { items, ...ups } });
    await staff.shipments.createShipment({ id, body: dhl });

    const device = await browser.newContext({
      baseURL: baseURL ?? "",
      timezoneId: "Pacific/Kiritimati",
    });
    const elsewhere = await device.newPage();
    const link = await foundInMail(ups.trackingNumber, new RegExp(`\\S+/order\\S*#${id}\\.\\S+`));
    await elsewhere.goto(link);
    const parcels = elsewhere.getByRole("region", { name: "Parcels" });
    await expect(parcels.getByText("Parcel 2 of 2")).toBeVisible();
    await expect(parcels.getByText(dhl.trackingNumber)).toBeVisible();
    await expect(parcels.getByRole("link", { name: "Track it with UPS" })).toHaveAttribute(
      "href",
      /ups\.com\/track\?tracknum=1Z999AA10123456784$/,
    );
    await expect(elsewhere.getByText("2 of 2 shipped")).toBeVisible();
    await expect(elsewhere.getByRole("button", { name: "Change the address" })).toBeHidden();
    // In a time zone 14 hours from UTC, the page must show the shopper's time and not the server's.
    const placed = elsewhere.getByRole("listitem").filter({ hasText: "Placed" }).locator("time");
    const shown = new Date(order.createdAt).toLocaleString("en-US", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Pacific/Kiritimati",
    });
    await expect(placed).toHaveText(shown);

    await staff.refunds.refundOrder({ id, body: { amount: 5 } });
    await elsewhere.reload();
    await expect(elsewhere.getByText("−$5.00")).toBeVisible();
    await expect(elsewhere.getByRole("term").filter({ hasText: /^Refunded/ })).toBeVisible();
    await device.close();

    await page.goto(`/order-tracking?order=${order.orderNumber}`);
    await untilHydrated(page);
    await page.getByRole("main").getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Track Order" }).click();
    await expect(page.getByRole("list", { name: "Parcels" })).toContainText(ups.trackingNumber);
    await expect(page.getByRole("main")).not.toContainText(id);
    await expectNoViolations(page);
  },
);

test(
  "a customer cancels a paid order in the account, and is told what is refunded to which method",
  slowOneWidth,
  async ({ page, database, baseURL }) => {
    const email = await addUser(database);
    const { order } = await paidOrder(database, baseURL ?? "", email);
    // Opening the account assigns the guest's orders to the customer.
    await signIn(page, email);
    await page.getByRole("link", { name: new RegExp(order.orderNumber) }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
    await page.getByRole("button", { name: "Cancel the order" }).click();
    await expect(dialog.getByText(/^Refund of .+ through Test payment\.$/)).toBeVisible();
    await expect(
      dialog.getByText("The whole order will be canceled.", { exact: true }),
    ).toBeVisible();
    await expectNoViolations(page);
    await dialog.getByRole("button", { name: "Keep the order" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Cancel the order" }).click();
    await dialog.getByRole("button", { name: "Cancel the order" }).click();
    await expect(page.getByText("This order was canceled. It won't be shipped.")).toBeVisible();
    const heading = page.getByRole("heading", { name: `Order ${order.orderNumber}` });
    await expect(heading).toBeFocused();
    await expect(heading).toHaveAccessibleDescription(/^This order was canceled/);
    await expect(page.getByRole("list", { name: "Steps of your order" })).toContainText("Refunded");
    await expect(page.getByRole("button", { name: "Cancel the order" })).toBeHidden();
    const now = await order.staff.orders.getOrder({ id: order.id });
    expect(now).toMatchObject({ status: "REFUNDED", refunded: order.total });
  },
);

test(
  "an order that was canceled in another browser says so when it is changed, and is read again",
  slowOneWidth,
  async ({ page, database, browserErrors, baseURL }) => {
    browserErrors.expect(/40[49]$|412$|status of 4/, "the order was canceled");
    const email = newEmail();
    const { order } = await paidOrder(database, baseURL ?? "", email);
    await page.goto(linkOf(order));
    await untilHydrated(page);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: /^Change the size/ }).click();
    const other = dialog.getByRole("radio", { disabled: false, checked: false }).first();
    await other.check({ force: true });
    await order.buyer.orders.cancelOrder({ id: order.id });
    await dialog.getByRole("button", { name: "Save the size" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "This order was canceled, so it can't be changed anymore.",
    );
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText("This order was canceled. It won't be shipped.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Cancel the order" })).toBeHidden();

    await page.evaluate(
      ([key, id]) => sessionStorage.setItem(key ?? "", id ?? ""),
      [storageKey("sorvela", "last-order"), order.id],
    );
    await page.goto(`/order-tracking?order=${order.orderNumber}`);
    await untilHydrated(page);
    const main = page.getByRole("main");
    await main.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Track Order" }).click();
    await expect(main.getByRole("list", { name: "Items" })).toBeVisible();
    await expect(main.getByRole("link", { name: "See your order" })).toBeVisible();
    await expect(main).not.toContainText(/Arrives|delivery date/);
  },
);

test(
  "a buyer who is too late is told that the order is being packed",
  slowOneWidth,
  async ({ page, database, browserErrors, baseURL }) => {
    browserErrors.expect(/409$|status of 409/, "the order is being packed");
    const { order } = await paidOrder(database, baseURL ?? "");
    await page.goto(linkOf(order));
    await untilHydrated(page);
    await page.getByRole("button", { name: "Change the address" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Street address").fill("2 Oak Avenue");
    await order.staff.shipments.createShipment({ id: order.id, body: { status: "PENDING" } });
    await dialog.getByRole("button", { name: "Save the address" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "The order is already being packed, so it can't be changed here anymore.",
    );
    expect((await order.staff.orders.getOrder({ id: order.id })).shippingAddress?.address).toBe(
      "1 Analytical Way",
    );
  },
);

test(
  "a printed order shows neither the store's header nor buttons",
  slowOneWidth,
  async ({ page, database, baseURL }) => {
    const { product, order } = await paidOrder(database, baseURL ?? "");
    await page.goto(linkOf(order));
    await untilHydrated(page);
    const printed = page.getByRole("banner").or(page.getByRole("button", { name: /^Change/ }));
    await expect(printed.first()).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(printed).toHaveCount(0);
    await expect(page.getByRole("main").getByText(product.name).first()).toBeVisible();
  },
);
