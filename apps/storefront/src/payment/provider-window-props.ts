/** What a provider's window is given. It ends by exactly one of the two calls. */
export type ProviderWindowProps = {
  intentId: string;
  /** Why it is shown again: the last instrument was declined, for instance. */
  message: string | null;
  onApproved: () => void;
  onClosed: () => void;
};
