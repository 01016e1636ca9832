import { productPath } from "@vetrina/commerce/shop-paths";
import { chooseVariant } from "@vetrina/commerce/products/variants";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";

/**
 * The selected variant: the one in the URL, else the cheapest one available, else the cheapest one. The URL is updated
 * to name it, without adding history entries. undefined for a product without variants.
 */
export function useVariant(product: PageProduct): {
  variant: PageVariant | undefined;
  choose: (variant: PageVariant) => void;
} {
  const location = useLocation();
  const navigate = useNavigate();
  // The latest selection applies until the router has navigated to it.
  const [picked, setPicked] = useState({ key: "", slug: "" });
  const named = new URLSearchParams(location.search).get("variant");
  const isPicked = picked.key === location.key;
  const variant = chooseVariant(product.variants, isPicked ? picked.slug : named);

  const slug = variant?.slug;
  useEffect(() => {
    if (!slug || slug === named) return;
    const path = productPath(product.link, slug);
    // If the URL named no variant, only the URL changes, because a navigation could override a click on Back in the
    // meantime.
    if (named === null && !isPicked) history.replaceState(history.state, "", path);
    else void navigate(path, { replace: true, preventScrollReset: true });
  }, [slug, named, isPicked, product.link, navigate]);

  return {
    variant,
    choose: (next) => setPicked({ key: location.key, slug: next.slug }),
  };
}
