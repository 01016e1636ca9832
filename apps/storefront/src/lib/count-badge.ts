/** A number in the header; over its icon where the icon has no word beside it. */
export const countBadge =
  "min-w-5 bg-accent px-1 text-center text-note leading-5 font-medium text-on-accent tabular-nums empty:hidden";
