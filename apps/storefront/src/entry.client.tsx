import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { followAddress } from "./lib/until-alive.ts";

if (followAddress())
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
