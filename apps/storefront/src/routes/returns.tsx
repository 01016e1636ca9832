import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/returns";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Returns and exchanges", path: "/returns", noIndex: true });
}

export default function Returns() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Returns and exchanges</h1>
    </section>
  );
}
