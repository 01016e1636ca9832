import { Progress } from "@vetrina/ui/progress";
import { RatingStars } from "@vetrina/ui/rating-stars";
import type { FirstReviews } from "../../product-data/page-data.ts";
import { fitOf, type ReviewChoice } from "./review-figures.ts";

type ReviewSummaryProps = {
  summary: FirstReviews["summary"];
  hasSizes: boolean;
  choice: ReviewChoice;
  onChoose: (choice: ReviewChoice) => void;
};

/**
 * The average rating, the number of reviews with each rating (each number is a filter), the fit, and a link to the
 * critical reviews.
 */
export function ReviewSummary({ summary, hasSizes, choice, onChoose }: ReviewSummaryProps) {
  const { average, count, distribution, fit } = summary;
  return (
    <div className="grid gap-6">
      {average === null ? null : (
        <p className="flex items-center gap-4">
          <span className="display text-h1" aria-hidden="true">
            {average.toFixed(1)}
          </span>
          <span className="grid gap-0.5 text-small">
            <RatingStars average={average} />
            {`${count} ${count === 1 ? "review" : "reviews"}`}
          </span>
        </p>
      )}
      <ul aria-label="Filter by rating">
        {distribution.map((of, index) => {
          const rating = distribution.length - index;
          return (
            <li key={rating}>
              <button
                type="button"
                data-replay=""
                disabled={of === 0}
                aria-pressed={choice.rating === rating}
                onClick={() =>
                  onChoose({ ...choice, rating: choice.rating === rating ? null : rating })
                }
                className="rating-row"
              >
                <span>{`${rating} ${rating === 1 ? "star" : "stars"}`}</span>
                <span aria-hidden="true">
                  <Progress label="" value={of} max={Math.max(1, count)} />
                </span>
                <span className="text-end digits">
                  {of}
                  <span className="sr-only">{of === 1 ? " review" : " reviews"}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {hasSizes ? <FitScale fit={fit} /> : null}
      {count > 1 ? (
        <button
          type="button"
          data-replay=""
          onClick={() => onChoose({ rating: null, sort: "critical" })}
          className="text-link -mt-2 min-h-target w-fit text-small noscript:hidden"
        >
          Read the most critical first
        </button>
      ) : null}
    </div>
  );
}

/** A scale from small to large with a mark at the average fit. */
function FitScale({ fit }: Pick<FirstReviews["summary"], "fit">) {
  const known = fitOf(fit);
  if (!known) return null;
  return (
    <div className="grid gap-2 text-small">
      <p>
        <span className="font-medium">{known.text}</span>
        {known.agreeing === null ? null : (
          <span className="text-graphite">
            {`, say ${known.agreeing} of ${known.count} ${known.count === 1 ? "reviewer" : "reviewers"}`}
          </span>
        )}
      </p>
      <svg aria-hidden="true" viewBox="0 0 320 14" className="w-full text-chalk rtl:-scale-x-100">
        <path
          d="M8 7h304M8 2v10m76-8v6m76-8v10m76-8v6m76-8v10"
          stroke="currentColor"
          strokeWidth="1.5"
        />
        <circle cx={Math.round(8 + known.at * 304)} cy="7" r="6" className="fill-ink" />
      </svg>
      <p aria-hidden="true" className="flex justify-between text-note text-graphite">
        <span>Small</span>
        <span>True</span>
        <span>Large</span>
      </p>
    </div>
  );
}
