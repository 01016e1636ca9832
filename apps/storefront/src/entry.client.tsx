import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { followAddress } from "./lib/until-alive.ts";
import { passPlainData } from "./rendering/pass-plain-data.ts";

if (followAddress()) {
  passPlainData();
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
}
