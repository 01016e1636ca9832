import { createClient } from "@vetrina/client/create-client";
import { manyValues } from "./products.ts";

type Administrator = { email: string; password: string };

/** Creates two stores as their owner: one that is empty, and one with two products. */
export async function openStores(baseUrl: string, administrator: Administrator): Promise<void> {
  const guest = createClient({ baseUrl });
  const { accessToken } = await guest.users.login({ body: administrator });
  const owner = createClient({ baseUrl, headers: { authorization: `Bearer ${accessToken}` } });
  const open = (name: string, slug: string) =>
    owner.stores.createStore({
      body: { name, slug, country: "IT", contact: { email: `hello@${slug}.example` } },
    });
  await open("Opened now", "opened-now");
  const { id: storeId } = await open("Two products", "two-products");
  await owner.products.createProduct({
    storeId,
    body: {
      name: "Handwoven Merino Travel Blanket with Wool-Silk Fringe and Carrying Strap",
      status: "ACTIVE",
      category: "Blankets",
      options: [
        {
          name: "Color",
          values: [{ value: "Undyed", swatch: "#e5dccb" }, { value: "Anthracite" }],
        },
      ],
      variants: [
        { options: { Color: "Undyed" }, price: 189.5, regularPrice: 240, stock: 12 },
        { options: { Color: "Anthracite" }, price: 240, stock: 0 },
      ],
    },
  });
  await addLuggageTag(owner, storeId);
  // A new store ships to its own country. The buyers of the screens' orders live in the United States.
  await owner.shipping.createStoreRegion({
    storeId,
    body: {
      name: "United States",
      countries: ["US"],
      rates: [{ name: "Airmail", price: 19, transitDays: { min: 5, max: 9 } }],
    },
  });
}

/** Adds a product with an option that has so many values that they are shown in a select element. */
export async function addLuggageTag(
  owner: ReturnType<typeof createClient>,
  storeId: string,
): Promise<{ id: string; link: string }> {
  const values = Array.from({ length: manyValues }, (_, index) => ({
    value: `No. ${String(index + 1).padStart(2, "0")}`,
  }));
  return owner.products.createProduct({
    storeId,
    body: {
      name: "Zinc Luggage Tag",
      status: "ACTIVE",
      options: [{ name: "Monogram", values }],
      variantDefaults: { price: 240, stock: 6 },
    },
  });
}
