import { createClient } from "@vetrina/client/create-client";
import { goToLogin, type SignedOut } from "@vetrina/client/page-location";
import { sessionEndedEvent } from "./account-session.ts";

/** The tab's one client; `browserApi()` loads it. */
export const client = createClient({
  language: document.documentElement.dataset["language"],
  onSignedOut,
});

/** A checkout goes on as a guest's and offers to sign in; every other page that needs the account leads there. */
function onSignedOut(to: SignedOut): void {
  dispatchEvent(new Event(sessionEndedEvent));
  if (location.pathname !== "/checkout") goToLogin(to);
}
