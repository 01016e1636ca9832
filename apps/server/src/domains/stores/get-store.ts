import type { Store, stores } from "@vetrina/contract/stores/stores";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { translatedWords } from "../languages/translate.ts";
import { readStore } from "./queries.ts";

/** Returns the store as shoppers see it; staff also get its settings. */
export async function getStore(
  ctx: Context,
  { language }: Input<typeof stores.getStore>,
): Promise<Store> {
  const { id } = ctx.store;
  if (ctx.seesMore) return ctx.tx((tx) => readStore(tx, id, { settings: true }));
  const [store, words] = await Promise.all([
    readStore(ctx.catalogue, id, { settings: false }),
    translatedWords(ctx, "NAVIGATION", language),
  ]);
  const navigation = store.navigation.map(({ label, href }) => ({
    label: words.get(label) ?? label,
    href,
  }));
  return { ...store, navigation };
}
