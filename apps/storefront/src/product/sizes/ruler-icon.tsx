import { Icon } from "../../lib/icons.tsx";

export function RulerIcon() {
  return (
    <Icon>
      <path d="M1.5 13 13 1.5 18.5 7 7 18.5zM5 9.5l2 2M8 6.5l2.5 2.5M11 3.5l2 2" />
    </Icon>
  );
}
