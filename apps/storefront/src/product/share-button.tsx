import { copiedMs } from "@vetrina/commerce/constants";
import { useEffect, useState } from "react";
import { ShareIcon } from "./icons.tsx";

/** Shares the page with the system's share sheet, or else copies its URL. A failure is only logged. */
export function ShareButton({ title }: { title: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function share() {
    const url = window.location.href;
    try {
      if ("share" in navigator) await navigator.share({ title, url });
      else {
        await copy(url);
        setCopied(true);
      }
    } catch (error) {
      // The shopper closed the share sheet without sharing.
      if (error instanceof DOMException && error.name === "AbortError") return;
      console.error("The page could not be shared.", error);
    }
  }

  return (
    <span className="flex items-center noscript:hidden">
      <output className="text-small">{copied ? "Copied" : null}</output>
      <button type="button" aria-label="Share" onClick={() => void share()} className="icon-button">
        <ShareIcon />
      </button>
    </span>
  );
}

/** Outside a secure context, browsers offer no clipboard API, but a selection can still be copied. */
async function copy(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("Your browser didn't allow copying.");
  return undefined;
}
