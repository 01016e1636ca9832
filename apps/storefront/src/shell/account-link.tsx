import { classNames } from "@vetrina/ui/class-names";
import { Link } from "react-router";
import { AccountIcon } from "../lib/icons.tsx";

/**
 * A link to the account page, which asks guests to sign in. The link is the same for everyone, so pages can be cached.
 */
export function AccountLink({ labeled = false }: { labeled?: boolean }) {
  return (
    <Link
      to="/account"
      className={classNames(
        "flex min-h-target min-w-target items-center justify-center",
        labeled && "-me-2 gap-2 px-2 text-small",
      )}
    >
      <AccountIcon />
      <span className={labeled ? undefined : "sr-only"}>Account</span>
    </Link>
  );
}
