import type { Page } from "@playwright/test";
import type { MadeOrder } from "./orders.ts";
import { linkOf, payFor } from "./orders.ts";
import { untilHydrated } from "../e2e/support/fixtures.ts";
import type { Journey, State, Walker } from "./journey.ts";

/** Opens an order by the link in its email. */
async function open(page: Page, order: MadeOrder): Promise<void> {
  // Opens a blank page first. The URLs of two orders differ only in their fragment, so the second order would not be
  // loaded otherwise.
  await page.goto("about:blank");
  await page.goto(new URL(linkOf(order), storeOf(page)).href);
  await page.getByRole("list", { name: "Steps of your order" }).waitFor();
  await untilHydrated(page);
}

let store = "";

/** Returns the store's origin. It is stored in the journey's first state, because about:blank has no origin. */
function storeOf(page: Page): string {
  if (page.url().startsWith("http")) store = new URL(page.url()).origin;
  return store;
}

/** A state of an order's page. Places an order, changes it with `work`, and opens its page. */
function ofOrder(
  name: string,
  lines: readonly number[],
  work: (order: MadeOrder) => Promise<unknown>,
): State {
  return {
    name,
    needsProducts: true,
    async act(page, walker) {
      storeOf(page);
      const order = await walker.order(storeOf(page), lines);
      await work(order);
      await open(page, order);
    },
  };
}

async function inParcels(order: MadeOrder): Promise<void> {
  await payFor(order);
  const { shipments } = order.staff;
  const [first] = order.items;
  const items = [{ orderItemId: first?.id ?? "", quantity: 1 }];
  const carrier = { carrier: "UPS", trackingNumber: "1Z 999 AA1 0123 4567 84" };
  await shipments.createShipment({ id: order.id, body: { items, ...carrier } });
}

async function rest(order: MadeOrder): Promise<void> {
  const { shipments } = order.staff;
  const { items } = await shipments.listShipments({ id: order.id });
  const other = await shipments.createShipment({
    id: order.id,
    body: { carrier: "Bike & Sons Neighborhood Couriers of Greater Austin", trackingNumber: "7" },
  });
  for (const { id } of [...items, other])
    await shipments.updateShipment({ id, body: { status: "DELIVERED" } });
}

const dialog = (page: Page) => page.getByRole("dialog");
const postalCode = (page: Page) => dialog(page).getByLabel(/^(?:ZIP|Postal) code$/);

/** The states of an order's page, and of the changes that its buyer makes. */
export const orderPage: Journey = {
  name: "order",
  at: "/order",
  states: [
    ofOrder("order-unpaid", [1], async () => {}),
    ofOrder("order-paid", [2, 1], payFor),
    {
      name: "order-size",
      needsProducts: true,
      async act(page) {
        const change = page.getByRole("button", { name: /^Change the size/ });
        if ((await change.count()) === 0) return;
        await change.first().click();
        await dialog(page).getByRole("radio").first().waitFor();
      },
    },
    {
      name: "order-size-refused",
      needsProducts: true,
      async act(page) {
        if ((await dialog(page).count()) === 0) return;
        await dialog(page).getByRole("button", { name: "Save the size" }).click();
        await dialog(page).getByText("Choose another size.").waitFor();
      },
    },
    {
      name: "order-address",
      needsProducts: true,
      async act(page) {
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Change the address" }).click();
        await dialog(page).getByLabel("Street address").waitFor();
      },
    },
    {
      name: "order-address-errors",
      needsProducts: true,
      async act(page) {
        await dialog(page).getByLabel("Street address").fill("");
        await postalCode(page).fill("1");
        await dialog(page).getByRole("button", { name: "Save the address" }).click();
        await dialog(page).locator("[aria-invalid=true]").first().waitFor();
      },
    },
    {
      name: "order-no-network",
      needsProducts: true,
      async act(page) {
        await dialog(page).getByLabel("Street address").fill("2 Oak Avenue");
        await postalCode(page).fill("78702");
        await page.route("**/shipping-address", (route) => route.abort());
        await dialog(page).getByRole("button", { name: "Save the address" }).click();
        await dialog(page).getByText("Nothing was changed.").waitFor();
        await page.unroute("**/shipping-address");
      },
    },
    {
      name: "order-cancel",
      needsProducts: true,
      async act(page) {
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Cancel the order" }).click();
        await dialog(page).getByText("This can't be undone.").waitFor();
      },
    },
    {
      name: "order-canceled",
      needsProducts: true,
      async act(page) {
        await dialog(page).getByRole("button", { name: "Cancel the order" }).click();
        await page.getByText("This order was canceled").waitFor();
      },
    },
    ofOrder("order-in-parcels", [2, 1], inParcels),
    ofOrder("order-delivered", [2, 1], async (order) => {
      await inParcels(order);
      await rest(order);
    }),
    ofOrder("order-part-refunded", [2, 1], async (order) => {
      await inParcels(order);
      const itemId = order.items[0]?.id ?? "";
      const lines = [{ itemId, quantity: 1 }];
      await order.staff.refunds.refundOrder({ id: order.id, body: { lines } });
    }),
    ofOrder("order-difference", [1], async (order) => {
      await payFor(order);
      const items = [{ variantId: order.items[0]?.variantId ?? "", quantity: 1 }];
      await order.staff.orders.updateOrderItems({ id: order.id, body: { items } });
    }),
    {
      name: "order-difference-payment",
      needsProducts: true,
      async act(page) {
        await page.getByRole("link", { name: /^Pay / }).click();
        await page.getByRole("button", { name: /^Pay / }).waitFor();
      },
    },
    ofOrder("order-of-many", [3, 2, 1, 1, 1, 1, 1, 1, 1, 1], payFor),
    {
      name: "order-link-expired",
      needsProducts: true,
      async act(page, walker) {
        const order = await walker.order(storeOf(page), [1]);
        await order.staff.orders.revokeOrderLinks({ id: order.id, body: {} });
        await page.context().clearCookies();
        await page.goto("about:blank");
        await page.goto(new URL(linkOf(order), storeOf(page)).href);
        await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
      },
    },
    {
      name: "tracking-parcels",
      needsProducts: true,
      async act(page, walker: Walker) {
        const order = await walker.order(storeOf(page), [2, 1]);
        await inParcels(order);
        await page.goto(`/order-tracking?order=${order.orderNumber}`);
        await untilHydrated(page);
        await page.getByRole("main").getByLabel("Email").fill(walker.email);
        await page.getByRole("button", { name: "Track Order" }).click();
        await page.getByRole("list", { name: "Parcels" }).waitFor();
      },
    },
  ],
};
