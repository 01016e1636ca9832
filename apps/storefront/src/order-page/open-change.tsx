import { Button } from "@vetrina/ui/button";
import { Suspense, useState } from "react";
import { useIsAlive } from "../lib/use-is-alive.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import type { Change } from "./change-dialog.tsx";

const ChangeDialog = whenNeeded(() => import("./change-dialog.tsx"));

type Props = {
  change: Change;
  label: string;
  /** The item that the button changes, for screen readers, because several buttons have the same label. */
  about?: string;
  isQuiet?: boolean;
  onChanged: () => void;
};

/** A button that opens the dialog for a change. The dialog's code is loaded on the first click. */
export function OpenChange({ change, label, about, isQuiet = false, onChanged }: Props) {
  const isAlive = useIsAlive();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={isQuiet ? "quiet" : "secondary"}
        disabled={!isAlive}
        className="print:hidden"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {label}
        {about === undefined ? null : <span className="sr-only">: {about}</span>}
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <ChangeDialog
            change={change}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onChanged={onChanged}
          />
        </Suspense>
      ) : null}
    </>
  );
}
