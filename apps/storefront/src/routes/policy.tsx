import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/policy";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Policies", path: "/policy", noIndex: true });
}

export default function Policy() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Policies</h1>
    </section>
  );
}
