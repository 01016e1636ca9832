import { data } from "react-router";
import { NotFoundPage } from "../shell/not-found-page.tsx";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/not-found";

export const handle: PageHandle = { noJs: true };

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Page not found", path: location.pathname, noIndex: true });
}

export default function NotFound() {
  return <NotFoundPage />;
}
