import { isApiError } from "@vetrina/client/api-error";
import { Button, buttonClass } from "@vetrina/ui/button";
import { data, Form, Link } from "react-router";
import { clientContext } from "../lib/context.ts";
import type { PageHandle } from "../lib/handle.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/confirm-store-email";

type Status = "confirmed" | "unknown" | "failed";

export const handle: PageHandle = { noJs: true };

/** Prevents caching, and keeps other sites from receiving the page's URL, which contains a personal token. */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get("token") ?? "" };
}

/**
 * Verifies the address once the button is clicked. Opening the link isn't enough, because email scanners open links.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const token = (await request.formData()).get("token");
  try {
    await context.get(clientContext).stores.verifyContactEmail({
      body: { token: typeof token === "string" ? token : "" },
    });
    return { status: "confirmed" as Status };
  } catch (error) {
    const unknown = isApiError(error, "TOKEN_INVALID") || isApiError(error, "VALIDATION_FAILED");
    const status: Status = unknown ? "unknown" : "failed";
    return data({ status }, { status: unknown ? 404 : 503 });
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Confirm the store's address",
    path: "/confirm-store-email",
    noIndex: true,
  });
}

export default function ConfirmStoreEmail({ loaderData, actionData }: Route.ComponentProps) {
  const status = actionData?.status ?? (loaderData.token ? null : "unknown");
  const { title, text } = words(status);
  return (
    <section className="bg-fog">
      <div className="sheet grid justify-items-start gap-6 py-16 lg:py-28">
        <h1 className="display max-w-[14ch] text-h1">{title}</h1>
        <p className="max-w-[48ch] text-lead">{text}</p>
        {status === null || status === "failed" ? (
          <Form method="post">
            <input type="hidden" name="token" value={loaderData.token} />
            <Button type="submit" size="cta">
              Confirm address
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

function words(status: Status | null): { title: string; text: string } {
  switch (status) {
    case "confirmed":
      return {
        title: "The address is confirmed",
        text: "Messages to the store are sent to this address from now on.",
      };
    case "unknown":
      return {
        title: "This link no longer works",
        text: "A newer email may have replaced it. Save the store's contact address again for a new one.",
      };
    case "failed":
      return { title: "Something went wrong", text: "Try again in a moment." };
    case null:
      return {
        title: "One more step",
        text: "Confirm that messages to the store named in the email may be sent to this address.",
      };
  }
}
