import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/support";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Support", path: "/support", noIndex: true });
}

export default function Support() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Support</h1>
    </section>
  );
}
