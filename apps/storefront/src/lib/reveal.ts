/** Fades in after a delay by CSS alone, or at once with reduced motion. Works before hydration. */
const appear =
  "opacity-100 transition-opacity duration-(--dur-3) ease-cut starting:opacity-0 motion-reduce:delay-0";

// The delays are checkoutFadeMs and thankYouRevealMs; a test compares them.
/** The checkout fades in after 200 ms. */
export const fadeInClass = `${appear} delay-200`;
/** The classes of the thank-you page's three stages. */
export const revealClasses = [
  `${appear} delay-200`,
  `${appear} delay-700`,
  `${appear} delay-1200`,
] as const;
