import type { ChangeWords } from "./words/en.ts";

/** The props that all forms for changing an order have. */
export type FormProps = {
  words: ChangeWords;
  /** Called once the change has been made. */
  onDone: () => void;
  onClose: () => void;
  /** Called if the order has changed since the page showed it. */
  onStale: () => void;
};
