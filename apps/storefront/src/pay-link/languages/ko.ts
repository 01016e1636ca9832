import type { PayLinkTexts } from "./en.ts";

export const korean: PayLinkTexts = {
  title: "주문",
  opening: "주문을 여는 중…",
  none: "표시할 주문이 없습니다",
  noneText: "이메일의 링크로 이 페이지를 열어 주세요.",
  invalid: "이 링크는 사용할 수 없습니다",
  invalidText: "링크가 교체되었을 수 있습니다. 최신 링크를 사용하거나 스토어에 요청해 주세요.",
  expired: "이 링크는 만료되었습니다",
  expiredText: "스토어에 새 링크를 요청해 주세요. 결제된 금액은 없습니다.",
  soldOut: "품절",
  soldOutText:
    "이 주문의 상품이 방금 품절되었습니다. 결제된 금액은 없으며 스토어에 알렸습니다. 다른 상품을 문의해 주세요.",
  unavailable: "이 주문은 현재 상태로 결제할 수 없습니다",
  unavailableText:
    "더 이상 구매할 수 없는 항목이 있습니다. 결제된 금액은 없으며 스토어에 알렸습니다. 주문 변경을 문의해 주세요.",
  paid: "결제가 완료된 주문입니다",
  paidText: "더 결제할 금액이 없습니다.",
  seeOrder: "주문 보기",
  ended: "이 주문은 더 이상 결제할 수 없습니다",
  endedText:
    "만료되었거나 취소되었습니다. 결제된 금액은 없습니다. 스토어에 새 링크를 요청해 주세요.",
  changed: "총액이 변경되었습니다",
  changedText:
    "주문이 준비된 후 세금이 변경되었습니다. 총액이 {previous}에서 {total}(으)로 바뀌었습니다.",
  confirm: "{total}(으)로 계속하기",
  failed: "주문을 열 수 없습니다",
  failedText: "연결을 확인하고 다시 시도해 주세요. 결제된 금액은 없습니다.",
  again: "다시 시도",
  contact: "스토어에 문의",
  noScript: "주문을 열려면 브라우저에서 JavaScript를 켜 주세요.",
};
