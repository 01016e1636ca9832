import { Icon } from "../../lib/icons.tsx";

export function PreviousIcon() {
  return (
    <span className="rtl:-scale-x-100">
      <Icon>
        <path d="M12.5 3.5 6 10l6.5 6.5" />
      </Icon>
    </span>
  );
}

export function NextIcon() {
  return (
    <span className="rtl:-scale-x-100">
      <Icon>
        <path d="M7.5 3.5 14 10l-6.5 6.5" />
      </Icon>
    </span>
  );
}

export function MinusIcon() {
  return (
    <Icon>
      <path d="M4 10h12" />
    </Icon>
  );
}

export function PlusIcon() {
  return (
    <Icon>
      <path d="M4 10h12M10 4v12" />
    </Icon>
  );
}
