import { Button } from "@vetrina/ui/button";
import { useState } from "react";
import { browserApi } from "../lib/api.ts";

/** Ends the session here and at the server; the bag stays. */
export function SignOut() {
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    await (await browserApi()).users.logout({}).catch(() => {});
    window.location.assign("/");
  }
  return (
    <Button variant="quiet" busy={busy} busyText="Signing out" onClick={() => void leave()}>
      Sign out
    </Button>
  );
}
