import type { Page } from "@playwright/test";
import { untilHydrated } from "../e2e/support/fixtures.ts";
import type { Journey } from "./journey.ts";
import { type MadeOrder, shippingAddress } from "./orders.ts";

type PayLink = { id: string; path: string; staff: MadeOrder["staff"] };

/** Creates a draft order with the variant of the order's first line, and returns its pay link. */
async function draftLike({ storeId, items, staff }: MadeOrder): Promise<PayLink> {
  const { id } = await staff.draftOrders.createDraftOrder({
    storeId,
    body: {
      items: [{ variantId: items[0]?.variantId ?? "", quantity: 1, price: 50 }],
      email: "ada@example.com",
      shippingAddress,
      customShipping: { name: "Courier", price: 5 },
    },
  });
  const { search, hash } = new URL((await staff.draftOrders.createDraftOrderLink({ id })).url);
  return { id, path: `/pay${search}${hash}`, staff };
}

async function open(page: Page, path: string): Promise<void> {
  const { origin } = new URL(page.url());
  // Opens a blank page first. Otherwise, a link that differs from the last one only in its fragment would not be
  // loaded.
  await page.goto("about:blank");
  await page.goto(origin + path);
}

/** The states of a pay link's page. */
export const payLink: Journey = {
  name: "pay-link",
  at: "/pay",
  states: [
    {
      name: "pay-link-none",
      act: (page) => page.getByRole("heading", { name: "No order to show" }).waitFor(),
    },
    {
      name: "pay-link-revoked",
      needsProducts: true,
      async act(page, walker) {
        const link = await draftLike(await walker.order(new URL(page.url()).origin, [1]));
        await link.staff.draftOrders.revokeDraftOrderLinks({ id: link.id });
        await open(page, link.path);
        await page.getByRole("heading", { name: "This link doesn’t work" }).waitFor();
      },
    },
    {
      name: "pay-link-no-network",
      needsProducts: true,
      async act(page, walker) {
        const link = await draftLike(await walker.order(new URL(page.url()).origin, [1]));
        await page.route("**/api/v1/draft-orders/**", (route) => route.abort());
        await open(page, link.path);
        await page.getByRole("heading", { name: "We couldn’t open your order" }).waitFor();
        await page.unroute("**/api/v1/draft-orders/**");
      },
    },
    {
      name: "pay-link-payment",
      needsProducts: true,
      async act(page) {
        await page.getByRole("button", { name: "Try again" }).click();
        await page.waitForURL(/checkout\?order=/);
        await untilHydrated(page);
        await page.locator("#pay").waitFor();
      },
    },
  ],
};
