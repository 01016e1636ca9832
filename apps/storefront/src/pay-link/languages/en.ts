/** The texts of a pay link's page. {previous} and {total} are amounts. */
export const english = {
  title: "Your order",
  opening: "Opening your order…",
  none: "No order to show",
  noneText: "Open this page with the link in your email.",
  invalid: "This link doesn’t work",
  invalidText: "It may have been replaced. Use the newest link, or ask the store for one.",
  expired: "This link has expired",
  expiredText: "Ask the store for a new one. You haven’t been charged.",
  soldOut: "Sold out",
  soldOutText:
    "An item of this order has just sold out. You haven’t been charged, and the store has been notified. Contact it for an alternative.",
  unavailable: "This order can’t be paid as it is",
  unavailableText:
    "Something in it is no longer available. You haven’t been charged, and the store has been notified. Contact it to have the order changed.",
  paid: "This order is paid",
  paidText: "There is nothing left to pay.",
  seeOrder: "See your order",
  ended: "This order can no longer be paid",
  endedText: "It expired or was canceled. You haven’t been charged. Ask the store for a new link.",
  changed: "The total has changed",
  changedText:
    "Taxes have changed since this order was prepared. The total was {previous} and is now {total}.",
  confirm: "Continue with {total}",
  failed: "We couldn’t open your order",
  failedText: "Check your connection and try again. You haven’t been charged.",
  again: "Try again",
  contact: "Contact the store",
  noScript: "Turn on JavaScript in your browser to open your order.",
};

export type PayLinkTexts = typeof english;
