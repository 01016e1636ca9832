import type { Page } from "@playwright/test";
import { untilHydrated } from "../e2e/support/fixtures.ts";
import type { MadeOrder } from "./orders.ts";

/** The URLs of the product pages that screenshots start at; null if the store has no such product. */
export type Products = {
  /** A product in stock, with the variant selected. */
  buyable: string | null;
  /** A product whose selected variant is out of stock, while another variant is in stock. */
  soldOut: string | null;
  /** A product with an option that has too many values to be shown as buttons. */
  manyValues: string | null;
};

/** The shopper of a journey, with an email that no other journey uses. */
export type Walker = {
  email: string;
  /** Creates the shopper's account and signs in, so it can be called only once. */
  signIn: (page: Page) => Promise<void>;
  /** Places an order through the API, in the store with this origin. Each quantity becomes a line. */
  order: (origin: string, quantities: readonly number[]) => Promise<MadeOrder>;
};

export type State = {
  name: string;
  /** The widths where the state exists. If missing, it exists at all widths. */
  widths?: readonly number[];
  needsProducts?: boolean;
  /** Brings the page into this state from the previous one, or from the page's initial state. */
  act: (page: Page, walker: Walker) => Promise<void>;
};

/** States that follow one another in the same browser. */
export type Journey = {
  name: string;
  at: string | ((products: Products) => string | null);
  signedIn?: boolean;
  states: readonly State[];
};

type Walk = {
  page: Page;
  width: number;
  products: Products;
  walker: Walker;
  /** Called for each state once it has been reached. */
  look: (state: string) => Promise<void>;
};

/** Runs a journey. Does nothing if the store has no product for it. */
export async function walk(journey: Journey, { page, width, products, walker, look }: Walk) {
  const address = typeof journey.at === "string" ? journey.at : journey.at(products);
  if (address === null) return;
  if (journey.signedIn === true) await walker.signIn(page);
  await page.goto(address);
  await untilHydrated(page).catch(() => {});
  for (const { name, widths, needsProducts, act } of journey.states) {
    if (widths?.includes(width) === false) continue;
    if (needsProducts === true && products.buyable === null) continue;
    await act(page, walker);
    await look(name);
  }
}
