import { buttonClass } from "@vetrina/ui/button";
import type { AskedAtStore } from "./asked-at-store.ts";
import { CredentialsPage } from "./credentials-page.tsx";

type LinkProps = {
  store: AskedAtStore;
  /** The path of a page in the store, such as /login. */
  path: string;
  /** The start of the link's text, such as "Sign in". The store's name is added: "Sign in at Tordo". */
  action: string;
};

/** A page on the platform's host that sends visitors back to the store, for a step that is only possible there. */
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
