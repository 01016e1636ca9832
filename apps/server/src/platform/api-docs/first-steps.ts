/** The calls from login to a refund, in order, each with the text that the page shows. */
export const firstSteps: readonly (readonly [operationId: string, what: string])[] = [
  ["login", "Sign in. Send the accessToken with every call you make as staff."],
  ["createStore", "Create a store. It starts in TEST mode, in which no money moves."],
  ["createProduct", "Create a product with units in stock."],
  ["createDiscount", "Create a discount with a code."],
  ["listShippingProviders", "Get the id of the store's first shipping provider."],
  ["listShippingRegions", "Get the id of its first shipping region."],
  ["createShippingRate", "Create a shipping rate with both ids."],
  ["createOrder", "Order the product's variant. Keep the orderKey, which the buyer's calls need."],
  ["createPaymentIntent", "Start a payment with the built-in test provider."],
  [
    "decideTestPayment",
    "Approve the payment by its id, as the buyer would in the provider's window.",
  ],
  ["processPayment", "Capture the payment. The order is then paid."],
  ["createShipment", "Ship the order as staff."],
  ["refundOrder", "Refund a part of the order."],
];
