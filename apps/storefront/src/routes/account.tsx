import { Suspense } from "react";
import { AccountFrame } from "../account/account-frame.tsx";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/account";
import { whenNeeded } from "../lib/when-needed.ts";

// Only the browser knows who is signed in. The account page's code is loaded lazily, so that other pages stay small.
const AccountPage = whenNeeded(() => import("../account/account-page.tsx"));

export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Your account", path: "/account", noIndex: true });
}

export default function Account() {
  return (
    <AccountFrame title="Your account">
      <Suspense fallback={<p className="text-graphite">Loading your account…</p>}>
        <AccountPage />
      </Suspense>
    </AccountFrame>
  );
}
