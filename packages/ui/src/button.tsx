import type { ComponentProps } from "react";
import { classNames } from "./class-names.tsx";

export type ButtonLook = {
  /** primary: the main button of a view. secondary: outlined. quiet: underlined text. */
  variant?: "primary" | "secondary" | "quiet" | undefined;
  /** Height: cta 56 px, field 48 px, target 44 px. */
  size?: "cta" | "field" | "target" | undefined;
};

const variants = {
  primary: "button-primary",
  secondary: "button-secondary",
  quiet: "text-link disabled:text-graphite disabled:no-underline",
};
const sizes = {
  cta: "min-h-cta px-8 text-body",
  field: "min-h-field px-6 text-body",
  target: "min-h-target px-4 text-small",
};

/** The classes of a button, for any element that acts as one, such as a router link. */
export function buttonClass({ variant = "primary", size = "field" }: ButtonLook = {}): string {
  return classNames(
    "button",
    variants[variant],
    variant === "quiet" ? "min-h-target min-w-target" : sizes[size],
  );
}

type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** While true, clicks do nothing and the button shows `busyText`. It keeps its focus, because it isn't disabled. */
    busy?: boolean;
    busyText?: string;
  };

/** A button whose `type` is "button" by default. */
export function Button({
  variant,
  size,
  busy = false,
  busyText,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, size }), className)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (busyText ?? children) : children}
    </button>
  );
}
