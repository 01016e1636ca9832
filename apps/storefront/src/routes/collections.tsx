import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/collections";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Collections", path: "/collections", noIndex: true });
}

export default function Collections() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Collections</h1>
    </section>
  );
}
