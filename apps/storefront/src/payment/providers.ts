import type { ListPaymentProvidersOutput } from "@vetrina/client/types";
import type { ComponentType } from "react";
import { whenNeeded } from "../lib/when-needed.ts";
import type { ProviderWindowProps } from "./provider-window-props.ts";

type PublicProvider = ListPaymentProvidersOutput["items"][number];

/** A way to pay as the page shows it; without a window this page can't serve it. */
export type WayToPay = {
  /** As payment calls write it: "other". */
  value: string;
  name: string;
  Window: ComponentType<ProviderWindowProps> | null;
};

/** The windows this page has, each fetched when it is first opened. A new provider gets its line here. */
const windows: Partial<Record<PublicProvider["provider"], ComponentType<ProviderWindowProps>>> = {
  OTHER: whenNeeded(() => import("./test-payment-window.tsx")),
};

/** Every active provider of the store; those that can't be served here stay, to be shown as unavailable. */
export function waysToPay(providers: readonly PublicProvider[]): WayToPay[] {
  return providers.map(({ provider, name }) => ({
    value: provider.toLowerCase(),
    name,
    Window: windows[provider] ?? null,
  }));
}

/** The way to pay that is chosen: the wanted one if it can be served, else the first that can; null for none. */
export function chooseWay(ways: readonly WayToPay[], wanted: string | null): WayToPay | null {
  const usable = ways.filter(({ Window }) => Window !== null);
  return usable.find(({ value }) => value === wanted?.toLowerCase()) ?? usable[0] ?? null;
}
