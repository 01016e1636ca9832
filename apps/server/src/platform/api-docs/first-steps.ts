/** From an empty store to a refund: the calls in their order, and what each needs of the answers before. */
export const firstSteps: readonly (readonly [operationId: string, what: string])[] = [
  ["login", "Sign in. Send the accessToken with the calls of staff."],
  ["createStore", "Create a store. Until you change it, it is in TEST mode, and no money moves."],
  ["createProduct", "Create a product with units in stock."],
  ["createDiscount", "Create a discount with a code."],
  ["listShippingProviders", "Find the store's first provider,"],
  ["listShippingRegions", "and its first region,"],
  ["createShippingRate", "and add a rate with their ids."],
  ["createOrder", "Order the product's variant. Keep the orderKey: the buyer's calls need it."],
  ["createPaymentIntent", "Start a payment with the built-in test provider."],
  ["decideTestPayment", "Approve it by its id, as the buyer would in the provider's window."],
  ["processPayment", "Capture it. The order is paid."],
  ["createShipment", "Ship the order as staff."],
  ["refundOrder", "Refund a part of it."],
];
