import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/about";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "About", path: "/about", noIndex: true });
}

export default function About() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">About</h1>
    </section>
  );
}
