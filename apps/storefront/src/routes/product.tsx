import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/product";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Product", path: "/product", noIndex: true });
}

export default function Product() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Product</h1>
    </section>
  );
}
