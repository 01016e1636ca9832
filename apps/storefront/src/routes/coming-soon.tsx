import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/coming-soon";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Coming soon", path: "/coming-soon", noIndex: true });
}

export default function ComingSoon() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Coming soon</h1>
    </section>
  );
}
