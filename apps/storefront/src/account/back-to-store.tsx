import { buttonClass } from "@vetrina/ui/button";
import type { AskedAtStore } from "./asked-at-store.ts";
import { CredentialsPage } from "./credentials-page.tsx";

type LinkProps = {
  store: AskedAtStore;
  /** The store's page, as in /login. */
  path: string;
  /** The link's text, to which "at Tordo" is added. */
  action: string;
};

/** A page of the platform's host about a step that has to be taken in the other store. */
export function BackToStore({ title, ...link }: LinkProps & { title: string }) {
  return (
    <CredentialsPage
      title={title}
      lead={`Go back to ${link.store.name} and continue there.`}
      aside={<StoreLink {...link} />}
    />
  );
}

/** A link to a page of the store that looks like a button; null for a store with a custom domain. */
export function StoreLink({ store, path, action }: LinkProps) {
  return store.origin === null ? null : (
    <a href={`${store.origin}${path}`} className={buttonClass({ size: "cta" })}>
      {action} at {store.name}
    </a>
  );
}
