const star = "m10 1.6 2.5 5.4 5.9.7-4.4 4 1.2 5.8L10 14.6l-5.2 2.9L6 11.7l-4.4-4 5.9-.7z";

/** One to five stars, chosen with a group of radio buttons. */
export function StarInput({
  value,
  onChange,
}: {
  value: number;
  onChange: (rating: number) => void;
}) {
  return (
    <fieldset>
      <legend className="text-small font-medium">Rating</legend>
      <div className="-ms-2.5 flex">
        {[1, 2, 3, 4, 5].map((rating) => (
          <label key={rating} className="choice flex size-target items-center justify-center">
            <input
              type="radio"
              name="rating"
              value={rating}
              checked={value === rating}
              onChange={() => onChange(rating)}
              className="absolute inset-0 size-full opacity-0"
            />
            <svg
              aria-hidden="true"
              viewBox="0 0 20 20"
              fill={rating <= value ? "currentColor" : "none"}
              stroke="currentColor"
              className="w-6"
            >
              <path d={star} />
            </svg>
            <span className="sr-only">{rating === 1 ? "1 star" : `${rating} stars`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
