/** The props of a payment window. The window calls exactly one of the two functions when it closes. */
export type ProviderWindowProps = {
  intentId: string;
  /** Why the window is shown again, for example because the last card was declined; null the first time. */
  message: string | null;
  onApproved: () => void;
  onClosed: () => void;
};
