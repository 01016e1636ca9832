import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/links";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Links", path: "/links", noIndex: true });
}

export default function Links() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Links</h1>
    </section>
  );
}
