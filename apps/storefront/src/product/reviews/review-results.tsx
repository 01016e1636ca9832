import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@vetrina/ui/button";
import { Select } from "@vetrina/ui/select";
import { browserApi } from "../../lib/api.ts";
import { QueryScope } from "../../lib/query.tsx";
import { ReviewCards } from "./review-cards.tsx";
import type { ReviewChoice } from "./review-figures.ts";
import { type FirstReviews, pageReview } from "../../product-data/page-data.ts";

const sorts = [
  { value: "newest", label: "Newest" },
  { value: "critical", label: "Most critical" },
];

type ReviewResultsProps = {
  productId: string;
  hasSizes: boolean;
  /** The reviews included in the page's data, shown until the first response. */
  first: FirstReviews;
  choice: ReviewChoice;
  onChoose: (choice: ReviewChoice) => void;
};

/** Filtered and sorted reviews, page by page. */
export default function ReviewResults(props: ReviewResultsProps) {
  return (
    <QueryScope>
      <Results {...props} />
    </QueryScope>
  );
}

function Results({ productId, hasSizes, first, choice, onChoose }: ReviewResultsProps) {
  const { rating, sort } = choice;
  const query = useInfiniteQuery({
    queryKey: ["reviews", productId, choice],
    queryFn: async ({ pageParam, signal }) =>
      (await browserApi()).reviews.listReviews(
        { productId, ...(rating ? { rating } : {}), sort, page: pageParam },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  const pages = query.data?.pages;
  const reviews = pages?.flatMap(({ items }) => items.map(pageReview)) ?? first.items;
  const total = pages?.at(-1)?.total ?? first.total;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <output className="text-small">
          {reviews.length} of {total} {rating ? `reviews with ${starsOf(rating)}` : "reviews"}
          {rating ? (
            <button
              type="button"
              onClick={() => onChoose({ ...choice, rating: null })}
              className="text-link ms-3 min-h-target"
            >
              Show all
            </button>
          ) : null}
        </output>
        <Select
          label="Sort"
          options={sorts}
          value={sort}
          onChange={(event) =>
            onChoose({
              ...choice,
              sort: event.target.value === "critical" ? "critical" : "newest",
            })
          }
          className="w-44"
        />
      </div>
      <div aria-busy={query.isFetching} className="aria-busy:opacity-60">
        <ReviewCards reviews={reviews} hasSizes={hasSizes} />
      </div>
      {query.isError ? (
        <p role="alert" className="mt-6 flex items-center gap-4 text-small text-pin">
          The reviews could not be loaded.
          <Button variant="quiet" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
      {query.hasNextPage ? (
        <Button
          variant="secondary"
          busy={query.isFetchingNextPage}
          busyText="Loading"
          onClick={() => void query.fetchNextPage()}
          className="mt-8"
        >
          Load more reviews
        </Button>
      ) : null}
    </>
  );
}

function starsOf(rating: number): string {
  return rating === 1 ? "1 star" : `${rating} stars`;
}
