import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/thank-you";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Thank you", path: "/thank-you", noIndex: true });
}

export default function ThankYou() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Thank you</h1>
    </section>
  );
}
