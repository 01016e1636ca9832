import { Icon } from "../lib/icons.tsx";

export function ShareIcon() {
  return (
    <Icon>
      <path d="M10 12.5V2.75M6.25 6 10 2.25 13.75 6M4 9.5v8h12v-8" />
    </Icon>
  );
}

export function ParcelIcon() {
  return (
    <Icon>
      <path d="M2.5 6 10 2.5 17.5 6v8L10 17.5 2.5 14zM2.5 6 10 9.5 17.5 6M10 9.5v8" />
    </Icon>
  );
}

export function CalendarIcon() {
  return (
    <Icon>
      <path d="M2.5 4.5h15v13h-15zM2.5 8.5h15M6.5 2v4M13.5 2v4" />
    </Icon>
  );
}

export function ReturnIcon() {
  return (
    <Icon>
      <path d="M7 3.5 3 7.5l4 4M3 7.5h9a4.5 4.5 0 0 1 0 9H6" />
    </Icon>
  );
}
