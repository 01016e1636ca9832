import { browserApi } from "../lib/api.ts";
import { addressOf } from "../order/attempt.ts";
import type { Draft } from "../draft/draft.ts";

/** Saves the shipping address to the account that the draft belongs to. Rejects as createAddress does. */
export async function saveAddress({ account, shipping }: Draft): Promise<void> {
  const { customers } = await browserApi();
  await customers.createAddress({
    id: account,
    body: { ...addressOf(shipping), type: "SHIPPING" },
  });
}
