import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/collection";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Collection", path: "/collection", noIndex: true });
}

export default function Collection() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Collection</h1>
    </section>
  );
}
