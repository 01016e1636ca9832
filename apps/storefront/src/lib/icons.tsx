import type { ReactNode } from "react";

/** The frame of an icon: 20 units wide and high, with 1.5-unit lines, hidden from screen readers. */
export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      className="size-5 shrink-0"
    >
      {children}
    </svg>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="8.5" cy="8.5" r="5.75" />
      <path d="m12.75 12.75 5 5" />
    </Icon>
  );
}

export function MenuIcon() {
  return (
    <Icon>
      <path d="M2 5.5h16M2 10h16M2 14.5h16" />
    </Icon>
  );
}

export function CartIcon() {
  return (
    <Icon>
      <path d="M3.5 6.5h13l.75 11H2.75zM6.75 9V5.25a3.25 3.25 0 0 1 6.5 0V9" />
    </Icon>
  );
}

export function AccountIcon() {
  return (
    <Icon>
      <circle cx="10" cy="6.25" r="3.5" />
      <path d="M3 17.5c0-3.6 3.1-5.5 7-5.5s7 1.9 7 5.5" />
    </Icon>
  );
}

export function HeartIcon({ filled }: { filled: boolean }) {
  return (
    <Icon>
      <path
        fill={filled ? "currentColor" : "none"}
        d="M10 17S2.5 12.5 2.5 7.5a4 4 0 0 1 7.5-2 4 4 0 0 1 7.5 2c0 5-7.5 9.5-7.5 9.5z"
      />
    </Icon>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m4 4 12 12M16 4 4 16" />
    </Icon>
  );
}

export function DownIcon() {
  return (
    <Icon>
      <path d="m5 7.5 5 5 5-5" />
    </Icon>
  );
}

export function UpIcon() {
  return (
    <Icon>
      <path d="M10 17V3.5M4 9.25l6-6 6 6" />
    </Icon>
  );
}
