import type { ToApprove } from "./payment-flow.ts";

/** The props of a payment window. The window calls exactly one of the two functions when it closes. */
export type ProviderWindowProps = {
  intentId: string;
  /** The attempt that was declined, if the window is shown again because of it. */
  declined: ToApprove["declined"];
  onApproved: () => void;
  onClosed: () => void;
};
