/** The props of a provider's window. It ends by calling exactly one of the two functions. */
export type ProviderWindowProps = {
  intentId: string;
  /** Why the window is shown again, for example because the last instrument was declined. */
  message: string | null;
  onApproved: () => void;
  onClosed: () => void;
};
