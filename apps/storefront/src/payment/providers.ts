import type { ListPaymentProvidersOutput } from "@vetrina/client/types";
import type { ComponentType } from "react";
import { whenNeeded } from "../lib/when-needed.ts";
import type { ProviderWindowProps } from "./provider-window-props.ts";

type PublicProvider = ListPaymentProvidersOutput["items"][number];

/** A payment method as the page shows it. Without a window, this page doesn't support it. */
export type WayToPay = {
  /** Its name in payment calls: "other". */
  value: string;
  name: string;
  Window: ComponentType<ProviderWindowProps> | null;
};

/** The windows that this page has, each loaded when it is first opened. A new provider is added here. */
const windows: Partial<Record<PublicProvider["provider"], ComponentType<ProviderWindowProps>>> = {
  OTHER: whenNeeded(() => import("./test-payment-window.tsx")),
};

/** All active providers of the store. Unsupported ones are included, to be shown as unavailable. */
export function waysToPay(providers: readonly PublicProvider[]): WayToPay[] {
  return providers.map(({ provider, name }) => ({
    value: provider.toLowerCase(),
    name,
    Window: windows[provider] ?? null,
  }));
}

/**
 * The selected payment method: the requested one if supported, else the first supported one; null if there is none.
 */
export function chooseWay(ways: readonly WayToPay[], requested: string | null): WayToPay | null {
  const usable = ways.filter(({ Window }) => Window !== null);
  return usable.find(({ value }) => value === requested?.toLowerCase()) ?? usable[0] ?? null;
}
