const star = "2.5 5.4 5.9.7-4.4 4 1.2 5.8-5.2-2.9-5.2 2.9 1.2-5.8-4.4-4 5.9-.7z";
const stars = `m10 1.6 ${Array.from({ length: 5 }, () => star).join("m20 0 ")}`;

/** Five stars, filled up to the average (0 to 5). Screen readers read the number. */
export function RatingStars({ average, label }: { average: number; label?: string }) {
  return (
    <span className="inline-flex">
      <span className="sr-only">{label ?? `${average} out of 5 stars`}</span>
      <svg aria-hidden="true" viewBox="0 0 100 20" className="stars">
        <path d={stars} />
        {/* The inner svg clips the filled stars at the average. */}
        <svg width={Math.max(0, Math.min(5, average)) * 20} height="20">
          <path d={stars} />
        </svg>
      </svg>
    </span>
  );
}
