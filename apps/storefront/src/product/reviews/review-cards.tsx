import { RatingStars } from "@vetrina/ui/rating-stars";
import { Picture } from "../../lib/pictures/picture.tsx";
import { useStore } from "../../lib/store.ts";
import { Helpful, type VoteResult } from "./helpful.tsx";
import { reviewDate } from "./review-figures.ts";
import type { PageReview } from "../../product-data/page-data.ts";

const fits = { small: "Runs small", true: "True to size", large: "Runs large" };

export function ReviewCards({
  reviews,
  hasSizes,
  vote,
}: {
  reviews: readonly PageReview[];
  /** Whether the product comes in more than one size. Otherwise, the fit is not shown. */
  hasSizes: boolean;
  /** The result of a vote that was sent without JavaScript. */
  vote?: VoteResult | undefined;
}) {
  return (
    <ul>
      {reviews.map((review) => (
        <li key={review.id} className="border-b border-line py-6 first:border-t">
          <ReviewCard review={review} hasSizes={hasSizes} vote={vote} />
        </li>
      ))}
    </ul>
  );
}

function ReviewCard({
  review,
  hasSizes,
  vote,
}: {
  review: PageReview;
  hasSizes: boolean;
  vote: VoteResult | undefined;
}) {
  const { locale } = useStore();
  const { rating, title, content, name, verified, fit, createdAt, reply } = review;
  return (
    <article className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <RatingStars average={rating} />
        {fit && hasSizes ? <span className="text-graphite">{fits[fit]}</span> : null}
      </div>
      <h3 className="font-semibold">{title}</h3>
      <p className="max-w-measure whitespace-pre-line">{content}</p>
      <p className="flex flex-wrap gap-x-3 text-small text-graphite">
        <span>{name}</span>
        {verified ? <span className="font-medium text-moss">✓ Verified buyer</span> : null}
        <time dateTime={createdAt}>{reviewDate(createdAt, locale)}</time>
      </p>
      <Photos review={review} />
      <Helpful review={review} result={vote} />
      {reply ? <StoreReply {...reply} /> : null}
    </article>
  );
}

function Photos({ review: { photos, name } }: { review: PageReview }) {
  if (photos.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((photo, i) => (
        <li key={photo.url}>
          <a
            href={photo.url}
            aria-label={`Picture ${i + 1} of ${photos.length} by ${name}, larger`}
            className="block size-24 sm:size-28"
          >
            <Picture
              image={{ ...photo, widths: photo.widths.slice(0, 1), alt: "" }}
              sizes="7rem"
              className="size-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function StoreReply({ text, at }: NonNullable<PageReview["reply"]>) {
  const { locale, name } = useStore();
  return (
    <div className="mt-2 grid gap-1 border-l-2 border-line pl-4">
      <p className="text-small text-graphite">
        <span className="font-medium text-ink">{name} answered</span>{" "}
        <time dateTime={at}>{reviewDate(at, locale)}</time>
      </p>
      <p className="max-w-measure whitespace-pre-line">{text}</p>
    </div>
  );
}
