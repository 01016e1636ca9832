import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/login";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Sign in", path: "/login", noIndex: true });
}

export default function Login() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Sign in</h1>
    </section>
  );
}
