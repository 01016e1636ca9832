/** The columns of links in the footer. */
export const footerNavigation = [
  {
    title: "Help",
    links: [
      { to: "/shipping-info", label: "Shipping" },
      { to: "/returns", label: "Returns" },
      { to: "/size-guide", label: "Size guide" },
      { to: "/order-tracking", label: "Order tracking" },
      { to: "/account", label: "Your account" },
      { to: "/contact-us", label: "Contact us" },
    ],
  },
  {
    title: "Company",
    links: [
      { to: "/about", label: "About" },
      { to: "/support", label: "Support" },
      { to: "/links", label: "All links" },
    ],
  },
  {
    title: "Legal",
    links: [
      { to: "/policy", label: "Policies" },
      { to: "/privacy", label: "Privacy" },
      { to: "/terms", label: "Terms" },
    ],
  },
] as const;
