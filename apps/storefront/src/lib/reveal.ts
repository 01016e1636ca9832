/** Fades in with CSS alone, so it works before hydration. With reduced motion, there is no delay. */
const appear =
  "opacity-100 transition-opacity duration-(--dur-3) ease-cut starting:opacity-0 motion-reduce:delay-0";

// The delays equal checkoutFadeMs and thankYouRevealMs. A test compares them.
/** The checkout fades in after 200 ms. */
export const fadeInClass = `${appear} delay-200`;
/** The classes of the three stages in which the thank-you page appears. */
export const revealClasses = [
  `${appear} delay-200`,
  `${appear} delay-700`,
  `${appear} delay-1200`,
] as const;
