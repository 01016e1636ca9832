import { type ComponentProps, type ReactNode, Suspense } from "react";
import { whenNeeded } from "../lib/when-needed.ts";
import type { useMailForm } from "./use-mail-form.ts";

const OwnValues = whenNeeded(() => import("./own-values.tsx"));

type Props = Pick<ComponentProps<"form">, "className"> & {
  label: string;
  form: ReturnType<typeof useMailForm>["formProps"];
  children: ReactNode;
};

/** A form that uses useMailForm. A signed-in customer's name and email are filled in. */
export function MailForm({ label, form, className, children }: Props) {
  return (
    <form {...form} method="post" aria-label={label} className={className}>
      <Suspense fallback={null}>
        <OwnValues form={form.ref} onFill={form.onInput} />
      </Suspense>
      {children}
    </form>
  );
}
