import { useFetcher } from "react-router";
import type { PageReview } from "./page-data.ts";

/** What the product page's action answers to a vote; null: it could not be counted. */
export type VoteResult = { reviewId: string; voted: boolean; helpful: number | null };

/** Says that a review was helpful, and takes it back; a form of the page, so that it works without a script. */
export function Helpful({
  review,
  result,
}: {
  review: PageReview;
  result: VoteResult | undefined;
}) {
  const fetcher = useFetcher<VoteResult>({ key: `helpful ${review.id}` });
  const answer = fetcher.data ?? (result?.reviewId === review.id ? result : undefined);
  const failed = answer?.helpful === null;
  const voted = answer !== undefined && !failed && answer.voted;
  const count = answer?.helpful ?? review.helpful;
  return (
    <fetcher.Form method="post" className="flex flex-wrap items-center gap-x-3 text-small">
      <input type="hidden" name="review" value={review.id} />
      <button
        name="helpful"
        value={voted ? "false" : "true"}
        aria-pressed={voted}
        aria-label={`Helpful: ${review.title}`}
        aria-disabled={fetcher.state !== "idle" || undefined}
        className="min-h-target min-w-target border border-edge px-3 hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
      >
        Helpful
      </button>
      <output className="text-graphite">
        {failed ? "That did not work. Please try again." : helpfulText(count)}
      </output>
    </fetcher.Form>
  );
}

function helpfulText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 person found this helpful" : `${count} people found this helpful`;
}
