import { platformName } from "@vetrina/commerce/constants";
import type { MetaDescriptor } from "react-router";
import type { AskedAtStore } from "./asked-at-store.ts";

/** The platform's name, shown instead of the header on an account page that was opened for another store. */
export function PlatformHeading({ otherStore }: { otherStore: AskedAtStore | null }) {
  return otherStore === null ? null : (
    <p className="sheet pt-6 text-lead font-semibold">{platformName}</p>
  );
}

/** An account page's meta tags. If it was opened for another store, its title contains the platform's name. */
export function platformMeta(
  tags: MetaDescriptor[],
  title: string,
  otherStore: AskedAtStore | null | undefined,
): MetaDescriptor[] {
  return otherStore ? [{ title: `${title} | ${platformName}` }, ...tags.slice(1)] : tags;
}
