/** A number in the header, placed over its icon if the icon has no text next to it. */
export const countBadge =
  "min-w-5 bg-accent px-1 text-center text-note leading-5 font-medium text-on-accent tabular-nums empty:hidden";
