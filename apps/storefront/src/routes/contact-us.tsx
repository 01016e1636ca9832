import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/contact-us";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Contact us", path: "/contact-us", noIndex: true });
}

export default function ContactUs() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Contact us</h1>
    </section>
  );
}
