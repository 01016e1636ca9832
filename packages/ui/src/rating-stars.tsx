import { useId } from "react";

const star = "m10 1.6 2.5 5.4 5.9.7-4.4 4 1.2 5.8L10 14.6l-5.2 2.9L6 11.7l-4.4-4 5.9-.7z";

/** Five stars filled to the average (0 to 5), with the number as their text. */
export function RatingStars({ average, label }: { average: number; label?: string }) {
  const clip = useId();
  return (
    <span className="inline-flex">
      <span className="sr-only">{label ?? `${average} out of 5 stars`}</span>
      <svg aria-hidden="true" viewBox="0 0 100 20" className="h-4 w-20 shrink-0">
        <defs>
          <clipPath id={clip}>
            <rect width={Math.max(0, Math.min(5, average)) * 20} height="20" />
          </clipPath>
        </defs>
        <g fill="none" stroke="currentColor">
          {[0, 20, 40, 60, 80].map((x) => (
            <path key={x} d={star} transform={`translate(${x})`} />
          ))}
        </g>
        <g fill="currentColor" clipPath={`url(#${clip})`}>
          {[0, 20, 40, 60, 80].map((x) => (
            <path key={x} d={star} transform={`translate(${x})`} />
          ))}
        </g>
      </svg>
    </span>
  );
}
