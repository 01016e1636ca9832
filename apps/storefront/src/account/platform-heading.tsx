import { platformName } from "@vetrina/commerce/constants";
import type { MetaDescriptor } from "react-router";
import type { AskedAtStore } from "./asked-at-store.ts";

/** The platform's name, which is shown instead of the header on a page about an account of another store. */
export function PlatformHeading({ otherStore }: { otherStore: AskedAtStore | null }) {
  return otherStore === null ? null : (
    <p className="sheet pt-6 text-lead font-semibold">{platformName}</p>
  );
}

/** A page's meta tags with the platform's name in the title if the page is about an account of another store. */
export function platformMeta(
  tags: MetaDescriptor[],
  title: string,
  otherStore: AskedAtStore | null | undefined,
): MetaDescriptor[] {
  return otherStore ? [{ title: `${title} | ${platformName}` }, ...tags.slice(1)] : tags;
}
