import { createClient } from "@vetrina/client/create-client";
import { goToLogin, type SignedOut } from "@vetrina/client/page-location";
import { sessionEndedEvent } from "./account-session.ts";

/** The tab's only API client, loaded by `browserApi()`. */
export const client = createClient({
  // The server also loads this file, along with the components that it renders, but never calls the API through this
  // client.
  ...(import.meta.env.SSR
    ? { baseUrl: "http://localhost" }
    : { language: document.documentElement.dataset["language"] }),
  onSignedOut,
});

/**
 * Called when a call finds that the session has expired. The checkout then continues as a guest and offers to sign in,
 * and all other pages go to the login page.
 */
function onSignedOut(to: SignedOut): void {
  dispatchEvent(new Event(sessionEndedEvent));
  if (location.pathname !== "/checkout") goToLogin(to);
}
