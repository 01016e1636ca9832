import { platformName } from "@vetrina/commerce/constants";
import { useEffect, useRef } from "react";
import { useStore } from "../lib/store.ts";

/**
 * Which data was deleted: only this shop's, or also the account, which all shops share. `kept`: the account was not
 * deleted, because its user works in a store or administers the platform.
 */
export type Erasure = "store" | "account" | "kept";

/** Shown in place of the account page once the account's data has been deleted. */
export function Erased({ erasure }: { erasure: Erasure }) {
  const { name } = useStore();
  const place = useRef<HTMLOutputElement>(null);
  // Scrolls to the top, because the page is now much shorter, and the user had scrolled to the end of the longer one.
  useEffect(() => {
    scrollTo(0, 0);
    place.current?.focus();
  }, []);
  return (
    <output ref={place} tabIndex={-1} className="block max-w-measure text-lead outline-none">
      {name} deleted your data. The order records that we must keep by law no longer name you.{" "}
      {erasure === "account"
        ? `Your account is closed in every shop on ${platformName}.`
        : erasure === "kept"
          ? `Your account stays open, because you work for a shop or for ${platformName}.`
          : `Your account still works, here and in the other shops on ${platformName}.`}
    </output>
  );
}
