import { isApiError } from "@vetrina/client/api-error";
import { Button, buttonClass } from "@vetrina/ui/button";
import { data, Form, Link } from "react-router";
import { clientContext, storeContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/newsletter-unsubscribe";

type Status = "left" | "unknown" | "failed";

export const handle: PageHandle = { noJs: true };

/** Prevents caching, and keeps other sites from receiving the page's URL, which contains a personal token. */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export function loader({ url }: Route.LoaderArgs) {
  return { hasToken: url.searchParams.has("token") };
}

/**
 * Unsubscribes the address. Called when a person clicks the button, or by an email program that posts to the link
 * directly (RFC 8058). The token is in the URL.
 */
export async function action({ url, context }: Route.ActionArgs) {
  const { id: storeId } = context.get(storeContext);
  const body = { token: url.searchParams.get("token") ?? "" };
  try {
    await context.get(clientContext).customers.unsubscribe({ storeId, body });
    return { status: "left" as Status };
  } catch (error) {
    const unknown = isApiError(error, "NOT_FOUND") || isApiError(error, "VALIDATION_FAILED");
    const status: Status = unknown ? "unknown" : "failed";
    return data({ status }, { status: unknown ? 404 : 503 });
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Unsubscribe",
    path: "/newsletter/unsubscribe",
    noIndex: true,
  });
}

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { name } = useStore();
  const status = actionData?.status ?? (loaderData.hasToken ? null : "unknown");
  const { title, text } = words(status, name);
  return (
    <section className="bg-fog">
      <div className="sheet grid justify-items-start gap-6 py-16 lg:py-28">
        <h1 className="display max-w-[14ch] text-h1">{title}</h1>
        <p className="max-w-[48ch] text-lead">{text}</p>
        {status === null || status === "failed" ? (
          <Form method="post">
            <Button type="submit" size="cta">
              Unsubscribe
            </Button>
          </Form>
        ) : (
          <Link to="/" className={buttonClass({ size: "cta" })}>
            Back to Home
          </Link>
        )}
      </div>
    </section>
  );
}

function words(status: Status | null, name: string): { title: string; text: string } {
  switch (status) {
    case "left":
      return {
        title: "You are unsubscribed",
        text: `${name} won't send you these emails anymore. Other emails that you asked for, and those about your orders, will still come.`,
      };
    case "unknown":
      return {
        title: "This link is incomplete",
        text: "Open it from the email again, or write to us and we'll unsubscribe you.",
      };
    case "failed":
      return { title: "Something went wrong", text: "Try again in a moment." };
    case null:
      return {
        title: "Unsubscribe?",
        text: `Confirm to stop emails from ${name} like the one you came from: the newsletter, or the notice about one item. Others that you asked for will still come.`,
      };
  }
}
