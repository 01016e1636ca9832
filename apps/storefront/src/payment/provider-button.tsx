import { classNames } from "@vetrina/ui/class-names";

/**
 * The look that the specification requires for a provider's button: gold and 48 px high. The colors aren't tokens,
 * because they aren't the store's.
 */
export function providerButtonClass(isBusy: boolean = false): string {
  return classNames(
    "flex h-12 w-full items-center justify-center gap-2 px-4 text-center font-semibold text-ink",
    isBusy ? "bg-[#f3dfae]" : "bg-[#ffc439] hover:bg-[#f0b72d]",
  );
}
