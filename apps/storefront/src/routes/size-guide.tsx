import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/size-guide";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Size guide", path: "/size-guide", noIndex: true });
}

export default function SizeGuide() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Size guide</h1>
    </section>
  );
}
