import { platformName } from "@vetrina/commerce/constants";
import { useStore } from "../lib/store.ts";

/** Explains that the account is valid in all stores, because the page's header names only one of them. */
export function AccountEverywhere() {
  const { name } = useStore();
  return (
    <p className="max-w-[48ch]">
      {name} runs on {platformName}. Your account works in every shop on this platform: you sign in
      with the same email and password. Each shop sees only the orders and addresses you gave it.
    </p>
  );
}
