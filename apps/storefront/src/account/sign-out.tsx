import { Button } from "@vetrina/ui/button";
import { useState } from "react";
import { useStore } from "../lib/store.ts";
import { leaveAccount } from "./leave-account.ts";

/** A button that ends the session in the browser and on the server. The cart is kept. */
export function SignOut() {
  const { slug } = useStore();
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    await leaveAccount(slug);
    window.location.assign("/");
  }
  return (
    <Button variant="quiet" busy={busy} busyText="Signing out" onClick={() => void leave()}>
      Sign out
    </Button>
  );
}
