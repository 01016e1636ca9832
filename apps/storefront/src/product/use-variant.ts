import { productPath } from "@vetrina/commerce/shop-paths";
import { chooseVariant } from "@vetrina/commerce/products/variants";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";

/**
 * The selected variant: the one that the shopper chose or the URL names, else the cheapest available one, else the
 * cheapest; undefined if the product has none. Replaces the URL with one that names it.
 */
export function useVariant(product: PageProduct): {
  variant: PageVariant | undefined;
  choose: (variant: PageVariant) => void;
} {
  const location = useLocation();
  const navigate = useNavigate();
  // The shopper's latest choice, and the key of the location where it was made. Until the router leaves that location,
  // the choice takes precedence over the URL.
  const [picked, setPicked] = useState({ key: "", slug: "" });
  const named = new URLSearchParams(location.search).get("variant");
  const isPicked = picked.key === location.key;
  const variant = chooseVariant(product.variants, isPicked ? picked.slug : named);

  const slug = variant?.slug;
  useEffect(() => {
    if (!slug || slug === named) return;
    const path = productPath(product.link, slug);
    // Without a choice or a variant in the URL, the URL is replaced without the router: a navigation could override a
    // click on Back.
    if (named === null && !isPicked) history.replaceState(history.state, "", path);
    else void navigate(path, { replace: true, preventScrollReset: true });
  }, [slug, named, isPicked, product.link, navigate]);

  return {
    variant,
    choose: (next) => setPicked({ key: location.key, slug: next.slug }),
  };
}
