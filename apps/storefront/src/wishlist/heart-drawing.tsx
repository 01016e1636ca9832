/** A heart, drawn like a pattern piece. */
export function HeartDrawing() {
  const heart =
    "M80 138S24 105 24 64c0-19 14-32 30-32 11 0 21 6 26 16 5-10 15-16 26-16 16 0 30 13 30 32 0 41-56 74-56 74z";
  return (
    <svg aria-hidden="true" viewBox="0 0 160 160" fill="none" stroke="currentColor">
      <path d={heart} strokeWidth="2" />
      <path d={heart} strokeDasharray="4 4" transform="matrix(.84 0 0 .84 12.8 12.8)" />
      <path d="M24 152h112M24 148v8M136 148v8" />
    </svg>
  );
}
