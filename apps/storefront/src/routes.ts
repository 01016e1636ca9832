import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Routes several paths to the same module. Each route needs its own id. */
function same(file: string, paths: readonly string[]) {
  return paths.map((path) => route(path, file, { id: path }));
}

export default [
  index("routes/home.tsx"),
  route("product", "routes/product.tsx"),
  // One module for all product lists. The URL determines which products are listed.
  ...same("routes/collection.tsx", [
    "collection",
    "collections/:link",
    "search",
    "new",
    "new-arrivals",
    "sale",
    "women",
    "men",
    "dresses",
    "tops",
    "bottoms",
    "outerwear",
    "accessories",
    "shoes",
  ]),
  route("collections", "routes/collections.tsx"),
  route("cart", "routes/cart.tsx"),
  route("wishlist", "routes/wishlist.tsx"),
  route("checkout", "routes/checkout.tsx"),
  route("thank-you", "routes/thank-you.tsx"),
  route("order", "routes/order.tsx"),
  route("pay", "routes/pay.tsx"),
  route("order-tracking", "routes/order-tracking.tsx"),
  ...same("routes/contact-us.tsx", ["contact-us", "contact"]),
  route("shipping-info", "routes/shipping-info.tsx"),
  route("returns", "routes/returns.tsx"),
  route("size-guide", "routes/size-guide.tsx"),
  route("support", "routes/support.tsx"),
  ...same("routes/policy.tsx", ["policy", "privacy", "terms"]),
  route("links", "routes/links.tsx"),
  route("about", "routes/about.tsx"),
  route("login", "routes/login.tsx"),
  route("account", "routes/account.tsx"),
  ...same("routes/register.tsx", ["register", "account/register"]),
  ...same("routes/verify-email.tsx", ["verify-email", "confirm-email", "account/verify"]),
  ...same("routes/reset-password.tsx", ["reset-password", "account/reset", "account/forgotten"]),
  route("confirm-store-email", "routes/confirm-store-email.tsx"),
  route("invitation", "routes/invitation.tsx"),
  route("account/orders/:id", "routes/account-order.tsx"),
  route("coming-soon", "routes/coming-soon.tsx"),
  route("newsletter/confirm", "routes/newsletter-confirm.tsx"),
  route("newsletter/unsubscribe", "routes/newsletter-unsubscribe.tsx"),
  route("favicon.svg", "routes/favicon.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
