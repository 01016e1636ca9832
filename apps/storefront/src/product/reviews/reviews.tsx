import { Button } from "@vetrina/ui/button";
import { Suspense, useState } from "react";
import type { VoteResult } from "./helpful.tsx";
import { ReviewCards } from "./review-cards.tsx";
import type { ReviewChoice } from "./review-figures.ts";
import { ReviewSummary } from "./review-summary.tsx";
import type { FirstReviews } from "../../product-data/page-data.ts";
import type { PageProduct } from "../../product-data/page-product.ts";
import { whenNeeded } from "../../lib/when-needed.ts";

const ReviewForm = whenNeeded(() => import("./review-form.tsx"));
const ReviewResults = whenNeeded(() => import("./review-results.tsx"));

const everything: ReviewChoice = { rating: null, sort: "newest" };

/**
 * The reviews section. The page includes the first reviews. More reviews, and filtered or sorted lists, are loaded on
 * demand.
 */
export function Reviews({
  product,
  first,
  vote,
}: {
  product: PageProduct;
  first: FirstReviews | null;
  vote: VoteResult | undefined;
}) {
  const [choice, setChoice] = useState(everything);
  const [more, setMore] = useState(false);
  const [writing, setWriting] = useState(false);
  const [opened, setOpened] = useState(false);
  const [answer, setAnswer] = useState("");
  const isLoaded = more || choice.rating !== null || choice.sort !== "newest";
  const count = first?.summary.count ?? 0;
  const sizes = product.options.find(({ name }) => name === product.kinds.size)?.values ?? [];
  const hasSizes = sizes.length > 1;

  const write = (
    <Button
      variant="secondary"
      data-replay=""
      onPointerEnter={ReviewForm.preload}
      onFocus={ReviewForm.preload}
      onClick={() => {
        setOpened(true);
        setWriting(true);
      }}
      className="w-fit noscript:hidden"
    >
      Write a review
    </Button>
  );
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="sheet mt-20 lg:mt-28">
      <h2 id="reviews-title" className="display text-h1">
        Reviews
      </h2>
      {first && count > 0 ? (
        <div className="mt-6 grid gap-x-16 gap-y-10 lg:grid-cols-[22rem_1fr]">
          <div className="reviews-side">
            <ReviewSummary
              summary={first.summary}
              hasSizes={hasSizes}
              choice={choice}
              onChoose={setChoice}
            />
            {write}
            <Received answer={answer} />
          </div>
          <div className="min-w-0">
            {isLoaded ? (
              <Suspense
                fallback={<ReviewCards reviews={first.items} hasSizes={hasSizes} vote={vote} />}
              >
                <ReviewResults
                  productId={product.id}
                  hasSizes={hasSizes}
                  first={first}
                  choice={choice}
                  onChoose={setChoice}
                />
              </Suspense>
            ) : (
              <ReviewCards reviews={first.items} hasSizes={hasSizes} vote={vote} />
            )}
            {!isLoaded && first.total > first.items.length ? (
              <Button
                variant="secondary"
                data-replay=""
                onClick={() => setMore(true)}
                className="mt-8 noscript:hidden"
              >
                Load more reviews
              </Button>
            ) : null}
          </div>
        </div>
      ) : (
        <div className="mt-4 grid gap-6">
          <p className="max-w-measure text-lead">
            {first
              ? "No reviews yet. Be the first to write one."
              : "The reviews could not be loaded. Please try again in a moment."}
          </p>
          {first ? write : null}
          <Received answer={answer} />
        </div>
      )}
      {opened ? (
        <Suspense fallback={null}>
          <ReviewForm
            productId={product.id}
            name={product.name}
            hasSizes={hasSizes}
            open={writing}
            onClose={() => setWriting(false)}
            onSent={setAnswer}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

function Received({ answer }: { answer: string }) {
  return (
    <output className="text-small text-moss">
      {answer && `We received your review. ${answer}`}
    </output>
  );
}
