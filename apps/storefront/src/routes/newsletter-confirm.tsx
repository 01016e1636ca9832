import { isApiError } from "@vetrina/client/api-error";
import { Button, buttonClass } from "@vetrina/ui/button";
import { data, Form, Link } from "react-router";
import { clientContext, storeContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/newsletter-confirm";

type Status = "subscribed" | "unknown" | "failed";

export const handle: PageHandle = { noJs: true };

/** Prevents caching, and keeps other sites from receiving the page's URL, which contains a personal token. */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export function loader({ url }: Route.LoaderArgs) {
  const { searchParams } = url;
  return {
    token: searchParams.get("token") ?? "",
    isProduct: searchParams.get("for") === "product",
  };
}

/**
 * Subscribes the visitor once the button is clicked. Opening the link isn't enough, because email scanners open links.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const token = (await request.formData()).get("token");
  const { id } = context.get(storeContext);
  try {
    await context.get(clientContext).customers.confirmSubscription({
      storeId: id,
      body: { token: typeof token === "string" ? token : "" },
    });
    return { status: "subscribed" as Status };
  } catch (error) {
    const unknown = isApiError(error, "NOT_FOUND") || isApiError(error, "VALIDATION_FAILED");
    const status: Status = unknown ? "unknown" : "failed";
    return data({ status }, { status: unknown ? 404 : 503 });
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Confirm your subscription",
    path: "/newsletter/confirm",
    noIndex: true,
  });
}

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { name } = useStore();
  const status = actionData?.status ?? (loaderData.token ? null : "unknown");
  const { isProduct } = loaderData;
  const { title, text } = isProduct ? productWords(status, name) : words(status, name);
  return (
    <section className="bg-fog">
      <div className="sheet grid justify-items-start gap-6 py-16 lg:py-28">
        <h1 className="display max-w-[14ch] text-h1">{title}</h1>
        <p className="max-w-[48ch] text-lead">{text}</p>
        {status === null || status === "failed" ? (
          <Form method="post">
            <input type="hidden" name="token" value={loaderData.token} />
            <Button type="submit" size="cta">
              {isProduct ? "Notify me" : "Confirm subscription"}
            </Button>
          </Form>
        ) : (
          <Link
            to={status === "subscribed" ? "/new-arrivals" : "/"}
            className={buttonClass({ size: "cta" })}
          >
            {status === "subscribed" ? "See what's new" : "Back to Home"}
          </Link>
        )}
      </div>
    </section>
  );
}

function words(status: Status | null, name: string): { title: string; text: string } {
  switch (status) {
    case "subscribed":
      return {
        title: "You are on the list",
        text: `You'll get emails from ${name}. Each one has a link to unsubscribe.`,
      };
    case "unknown":
      return {
        title: "This link no longer works",
        text: "A newer email may have replaced it. Sign up again on the home page.",
      };
    case "failed":
      return { title: "Something went wrong", text: "Try again in a moment." };
    case null:
      return {
        title: "One more step",
        text: `Confirm that you want emails from ${name}.`,
      };
  }
}

/** The texts for back-in-stock subscribers, who get a single email and no newsletter. */
function productWords(status: Status | null, name: string): { title: string; text: string } {
  switch (status) {
    case "subscribed":
      return {
        title: "You are on the list",
        text: `${name} will email you once, as soon as the item is back in stock.`,
      };
    case "unknown":
      return {
        title: "This link no longer works",
        text: "A newer email may have replaced it. Request a new one on the item's page.",
      };
    case "failed":
      return { title: "Something went wrong", text: "Try again in a moment." };
    case null:
      return {
        title: "Get an email when it's back?",
        text: `Confirm, and ${name} will email you once, when the item is back in stock.`,
      };
  }
}
