import type { ComponentProps } from "react";
import { buttonClass, type ButtonLook } from "./button.tsx";
import { classNames } from "./class-names.tsx";

/** A link that looks like a button, for URLs outside the router. */
export function LinkButton({
  variant,
  size,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & ButtonLook) {
  return (
    <a {...rest} className={classNames(buttonClass({ variant, size }), className)}>
      {children}
    </a>
  );
}
