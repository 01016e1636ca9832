import { isApiError } from "@vetrina/client/api-error";
import { Button, buttonClass } from "@vetrina/ui/button";
import { useState } from "react";
import { Link } from "react-router";
import { browserApi } from "../lib/api.ts";

type State = { is: "open" | "busy" | "signed-out" } | { is: "done" | "failed"; text: string };

/** Accepts the invitation as the signed-in user. Other visitors are sent to sign in and then back here. */
export function AcceptInvitation({ token }: { token: string }) {
  const [state, setState] = useState<State>({ is: "open" });

  async function accept() {
    setState({ is: "busy" });
    try {
      const { invitations, users } = await browserApi();
      await users.getMe();
      const { storeName } = await invitations.acceptInvitation({ body: { token } });
      setState({ is: "done", text: `You joined ${storeName}.` });
    } catch (error) {
      setState(isApiError(error, "UNAUTHENTICATED") ? { is: "signed-out" } : failed(error));
    }
  }
  if (state.is === "done") return <output>{state.text}</output>;
  const back = encodeURIComponent(`/invitation?token=${encodeURIComponent(token)}`);
  return (
    <div className="grid justify-items-start gap-4">
      <div role="alert">
        {state.is === "failed" ? <p className="text-pin">{state.text}</p> : null}
        {state.is === "signed-out" ? <p>Sign in first. You will come back to this page.</p> : null}
      </div>
      {state.is === "signed-out" ? (
        <Link to={`/login?returnTo=${back}`} className={buttonClass({ size: "cta" })}>
          Sign in
        </Link>
      ) : (
        <Button
          size="cta"
          busy={state.is === "busy"}
          busyText="Accepting"
          onClick={() => void accept()}
        >
          Accept
        </Button>
      )}
      <noscript>
        <p>
          Accepting with an account needs JavaScript. Turn it on in your browser and reload this
          page.
        </p>
      </noscript>
    </div>
  );
}

function failed(error: unknown): State {
  const isExplained = isApiError(error, "INVITATION_NOT_PENDING") || isApiError(error, "FORBIDDEN");
  return {
    is: "failed",
    text: isExplained ? error.message : "Something went wrong. Try again in a moment.",
  };
}
