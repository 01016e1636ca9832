import type { MailTexts } from "./en.ts";

export const korean: MailTexts = {
  unsubscribe: "수신 거부",
  worksUntil: (time) => `링크 유효 기한: ${time}`,
  worksFor: (span) => `링크 유효 기간: ${span}`,
  reasonAccount: (name) => `이 주소를 사용하는 ${name} 계정이 있어 이 메일을 보내 드립니다.`,
  reasonEntered: (name) => `${name}에 이 주소가 입력되어 이 메일을 보내 드립니다.`,
  askedAtStore: (store, name) =>
    `이 요청은 ${name}에서 운영되는 스토어 ${store}에서 이루어졌습니다. 하나의 계정으로 ${name}의 모든 스토어를 이용할 수 있습니다.`,
  notYou: "본인이 아니라면 즉시 새 비밀번호를 설정해 주세요.",
  newPassword: "새 비밀번호 설정",
  order: {
    subject: (number, name) => `${name} 주문 ${number}`,
    preview: (number, total) => `주문 ${number}, ${total}.`,
    heading: "주문해 주셔서 감사합니다",
    text: (number) => `주문 ${number} 및 결제가 접수되었습니다.`,
    subtotal: "소계",
    discount: "할인",
    shipping: "배송",
    free: "무료",
    tax: "세금",
    taxIncluded: "포함된 세금",
    reverseCharge: "역과세: 부가가치세는 구매자가 납부합니다",
    total: "합계",
    paidWith: "결제 수단",
    invoiceAttached: "청구서를 첨부했습니다.",
    delivery: "배송 예정",
    pickup: "픽업",
    shippingAddress: "배송지",
    returnItem: "상품 반품하기",
    track: "주문 조회",
    open: "주문 보기",
    reason: (name) =>
      `이 주소로 ${name}에 주문하셔서 이 메일을 보내 드립니다. 잘못된 점이 있으면 회신해 주세요.`,
  },
  orderCanceled: {
    subject: (number, name) => `${name} 주문 ${number}이(가) 취소되었습니다`,
    heading: "주문이 취소되었습니다",
    text: (number) => `주문 ${number}이(가) 취소되었습니다. 상품은 발송되지 않습니다.`,
    refund: "결제하신 금액을 환불해 드립니다. 환불이 완료되면 이메일로 알려 드립니다.",
  },
  orderChanged: {
    subject: (number, name) => `${name} 주문 ${number}이(가) 변경되었습니다`,
    heading: "주문이 변경되었습니다",
    text: (number) => `주문 ${number}이(가) 변경되었습니다. 현재 주문 내용은 다음과 같습니다.`,
    refund: (amount) =>
      `주문 금액이 줄었습니다. 결제하신 방법으로 ${amount}을(를) 환불해 드립니다.`,
    due: (amount) => `결제하실 금액은 ${amount}입니다.`,
    before: (variant) => `변경 전: ${variant}`,
    now: (variant) => `변경 후: ${variant}`,
    undone: "배송지 또는 사이즈가 변경되었다가 다시 원래대로 돌아왔습니다.",
    formerAddress: "이전 배송지",
    notYou: "본인이 변경하지 않으셨다면 즉시 문의해 주세요.",
    pay: (amount) => `${amount} 결제하기`,
    open: {
      subject: (number, name, amount) => `${name} 주문 ${number}: 변경 금액 ${amount} 결제`,
      heading: "주문 변경 금액을 결제해 주세요",
      text: (number, amount, until) =>
        `이 변경으로 주문 ${number}의 금액이 ${amount} 늘어납니다. 결제하시면 바로 주문이 변경됩니다. ${until}까지 결제하지 않으시면 주문은 그대로 유지됩니다.`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `${name} 주문 ${number} 환불`,
    heading: "환불 안내",
    text: (number, amount) => `주문 ${number}에 대해 ${amount}을(를) 환불했습니다.`,
    back: "결제하신 방법으로 환불됩니다.",
    days: (days) => `확인되기까지 영업일 기준 ${days}일이 걸립니다.`,
    byHand: "고객님과 합의한 방법으로 환불해 드립니다.",
    creditNoteAttached: "대변표를 첨부했습니다.",
    plusTax: (amount) => `세금 ${amount} 별도`,
    total: "환불 금액",
  },
  testOrder: {
    mark: "테스트 주문",
    text: (number) =>
      `주문 ${number}은(는) 테스트 주문입니다. 결제된 금액이 없으며 상품은 발송되지 않습니다.`,
  },
  shipped: {
    subject: (number, name) => `${name} 주문 ${number} 상품이 발송되었습니다`,
    heading: "상품이 발송되었습니다",
    text: (number) => `주문 ${number}의 다음 상품을 발송했습니다.`,
    carrier: "배송사",
    trackingNumber: "운송장 번호",
    track: "배송 조회",
    toCome: "아직 발송되지 않은 상품",
    ready: {
      subject: (number, name) => `${name} 주문 ${number} 상품이 준비되었습니다`,
      heading: "수령하실 수 있습니다",
      text: (number) => `주문 ${number}의 다음 상품을 수령하실 수 있습니다.`,
    },
  },
  delivered: {
    subject: (number, name) => `${name} 주문 ${number} 상품이 배송 완료되었습니다`,
    heading: "상품이 도착했습니다",
    text: (number) =>
      `주문 ${number}의 다음 상품이 배송 완료되었습니다. 빠지거나 파손된 상품이 있으면 이 이메일에 답장해 주세요.`,
  },
  paymentLink: {
    subject: (name) => `${name} 주문: 확인 후 결제해 주세요`,
    preview: (total) => `주문을 결제할 수 있습니다: ${total}.`,
    heading: "주문이 준비되었습니다",
    text: (name) =>
      `${name}에서 이 주문을 준비했습니다. 내용을 확인하고 아래 링크에서 결제해 주세요.`,
    button: "확인하고 결제하기",
    held: (time) => `상품은 ${time}까지 보관됩니다.`,
    reason: (name) =>
      `${name}에서 이 주소로 주문을 준비하여 이 이메일을 보내 드립니다. 문제가 있으면 회신해 주세요.`,
  },
  newsletter: {
    subject: (name) => `${name} 구독을 확인해 주세요`,
    preview: (name) => `한 단계만 더 거치면 ${name}의 소식을 받으실 수 있습니다.`,
    heading: "구독을 확인해 주세요",
    text: (name) =>
      `이 주소로 ${name}의 소식을 보내 달라는 요청이 있었습니다. 본인이라면 여기에서 확인해 주세요.`,
    launchText: (name) =>
      `${name}의 새 컬렉션이 나오면 이 주소로 알려 달라는 요청이 있었습니다. 본인이라면 여기에서 확인해 주세요.`,
    button: "구독 확인",
    ignore: "본인이 아니라면 무시하셔도 됩니다. 링크를 열지 않으면 구독되지 않습니다.",
  },
  subscribed: {
    subject: (name) => `${name} 구독이 완료되었습니다`,
    heading: "구독이 완료되었습니다",
    text: (name) =>
      `감사합니다. 이제 새로운 소식이 있으면 ${name}에서 보내 드리며, 언제든지 수신을 거부하실 수 있습니다.`,
    button: (name) => `${name} 방문하기`,
    reason: (name) => `${name}을(를) 구독하셔서 이 메일을 보내 드립니다.`,
  },
  stockAsked: {
    subject: (product) => `‘${product}’ 재입고 시 알려 드릴까요?`,
    heading: "요청을 확인해 주세요",
    text: (product, name) =>
      `‘${product}’ 재입고 시 이 주소로 알려 달라는 요청이 ${name}에 접수되었습니다. 본인이라면 여기에서 확인해 주세요.`,
    button: "네, 알려 주세요",
    ignore: "본인이 아니라면 무시하셔도 됩니다. 링크를 열지 않으면 다시 보내지 않습니다.",
  },
  stockConfirmed: {
    subject: (product) => `‘${product}’ 재입고 시 알려 드리겠습니다`,
    heading: "신청되었습니다",
    text: (product) => `‘${product}’ 상품을 다시 구매하실 수 있게 되면 한 번 알려 드리겠습니다.`,
  },
  backInStock: {
    subject: (product) => `‘${product}’ 재입고`,
    heading: "다시 입고되었습니다",
    text: (product) =>
      `요청하신 ‘${product}’ 상품을 다시 구매하실 수 있습니다. 따로 보관해 드리지는 못합니다.`,
    button: "상품 보기",
    reason: (name) => `${name}에 재입고 알림을 요청하셔서 이 메일을 한 번 보내 드립니다.`,
  },
  lowStock: {
    subject: (name) => `${name} 재고 부족`,
    heading: "재고 부족",
    text: "다음 상품의 재고가 재주문 기준에 도달했습니다.",
    left: (units) => `남은 수량: ${units}`,
    reorderPoint: (point) => `재주문 기준: ${point}`,
    reason: (name) => `${name}의 이메일 주소이므로 이 메일을 보내 드립니다.`,
  },
  orderDisputed: {
    subject: (number, name) => `결제 이의 제기: ${name} 주문 ${number}`,
    heading: "구매자가 결제에 이의를 제기했습니다",
    text: (number) =>
      `주문 ${number}의 결제에 대해 결제 서비스 업체에 이의가 제기되었습니다. 기한 전에 결제 서비스 업체의 관리 화면에서 답변하세요.`,
    notRefundable: "이의 제기가 종료될 때까지 이 금액은 여기에서 환불할 수 없습니다.",
    lostHeading: "이의 제기에서 패했습니다",
    lostText: (number) =>
      `주문 ${number}에 대한 이의 제기는 구매자에게 유리하게 결정되어 구매자가 돈을 돌려받았습니다. 다시 환불하지 마세요.`,
    amount: "금액",
    cause: "사유",
    respondBy: "답변 기한",
  },
  refundFailed: {
    subject: (number, name) => `환불 실패: ${name} 주문 ${number}`,
    heading: "환불하지 못했습니다",
    text: (number) =>
      `결제 서비스 업체가 주문 ${number}의 구매자에게 환불하지 않아 이 금액은 아직 스토어에 있습니다. 다시 환불하거나 다른 방법으로 돈을 돌려주세요.`,
  },
  primaryHostChanged: {
    subject: (name) => `${name}의 기본 주소가 변경되었습니다`,
    heading: "기본 주소가 변경되었습니다",
    text: (name) => `이제 ${name}의 링크와 메일은 다른 주소로 연결됩니다.`,
    host: "기본 주소",
  },
  contactAddressChanged: {
    subject: (name) => `${name}의 연락처 주소가 변경되었습니다`,
    heading: "연락처 주소가 변경되었습니다",
    text: (name) => `새 주소가 확인되면 ${name}에 보낸 메시지는 그 주소로 전달됩니다.`,
    address: "새 연락처 주소",
  },
  contact: {
    subject: (from, about) => `${from} 님의 메시지: ${about}`,
    heading: "새 메시지",
    text: (name) =>
      `${name} 웹사이트에서 메시지가 도착했습니다. 이 메일에 회신하면 답변할 수 있습니다. 이메일 주소가 보낸 사람의 것인지는 확인하지 않았습니다.`,
    name: "이름",
    email: "이메일",
    about: "제목",
    message: "메시지",
    subjects: {
      Order: "주문",
      Shipping: "배송",
      "Returns and exchanges": "반품 및 교환",
      "Product question": "상품 문의",
      Press: "언론",
      Other: "기타",
    },
    returnOf: (number) => `주문 ${number} 반품`,
    copy: {
      subject: (name) => `${name}에 보낸 메시지 사본`,
      heading: "메시지 사본",
      text: (name) => `이 주소에서 ${name}에 보낸 메시지의 사본입니다.`,
      ignore: (name) =>
        `본인이 보내지 않았다면 이 메일을 무시해 주세요. 다른 사람이 ${name} 웹사이트에 이 주소를 입력한 것입니다. 아래 메시지는 ${name}에서 쓴 것이 아닙니다.`,
    },
  },
  verifyEmail: {
    subject: (name) => `${name} 이메일 주소를 확인해 주세요`,
    heading: "이메일 주소를 확인해 주세요",
    text: (name) =>
      `이 이메일 주소로 ${name} 계정이 만들어졌습니다. 본인이라면 본인의 주소임을 확인해 주세요.`,
    button: "주소 확인",
    ignore: "본인이 아니라면 무시하셔도 됩니다.",
  },
  storeEmail: {
    subject: (name) => `${name} 스토어의 연락처 주소를 확인해 주세요`,
    text: (name) =>
      `이 주소가 ${name} 스토어의 연락처 주소로 입력되었습니다. 본인의 스토어라면 메시지를 이 주소로 받는 것을 확인해 주세요.`,
    store: "스토어",
  },
  accountExists: {
    subject: (name) => `이미 ${name} 계정이 있습니다`,
    heading: "이미 계정이 있습니다",
    text: (name) =>
      `누군가 이 주소로 ${name} 계정을 만들려고 했지만 이미 계정이 있습니다. 본인이라면 로그인해 주세요. 비밀번호를 잊으셨다면 새로 설정하실 수 있습니다.`,
    button: "로그인",
    ignore: "본인이 아니라면 무시하셔도 됩니다. 계정은 그대로입니다.",
  },
  resetPassword: {
    subject: (name) => `${name} 새 비밀번호 설정`,
    heading: "새 비밀번호 설정",
    text: (name) =>
      `${name} 계정의 새 비밀번호를 설정해 달라는 요청이 있었습니다. 본인이라면 여기에서 정해 주세요.`,
    button: "새 비밀번호 정하기",
    ignore: "본인이 아니라면 무시하셔도 됩니다. 비밀번호는 그대로입니다.",
  },
  passwordChanged: {
    subject: (name) => `${name} 비밀번호가 변경되었습니다`,
    heading: "비밀번호가 변경되었습니다",
    text: (name) =>
      `${name} 계정의 비밀번호가 변경되었습니다. 모든 기기에서 다시 로그인해야 합니다.`,
    othersSignedOut: (name) =>
      `${name} 계정의 비밀번호가 변경되었습니다. 다른 기기에서는 다시 로그인해야 합니다.`,
  },
  changeEmail: {
    subject: (name) => `${name} 새 이메일 주소를 확인해 주세요`,
    heading: "새 이메일 주소를 확인해 주세요",
    text: (name) =>
      `이 주소가 ${name} 계정의 새 이메일 주소가 됩니다. 본인의 주소임을 확인하시면 변경됩니다.`,
    button: "새 주소 확인",
    ignore: "요청하지 않으셨다면 무시하셔도 됩니다. 아무것도 바뀌지 않습니다.",
  },
  emailChangeAsked: {
    subject: (name) => `${name}에서 이메일 주소 변경이 요청되었습니다`,
    heading: "이메일 주소 변경이 요청되었습니다",
    text: (name) =>
      `${name} 계정의 이메일 주소가 변경될 예정입니다. 새 주소가 확인되면 변경됩니다.`,
  },
  emailChanged: {
    subject: (name) => `${name} 이메일 주소가 변경되었습니다`,
    heading: "이메일 주소가 변경되었습니다",
    text: (name) =>
      `${name} 계정의 이메일 주소가 변경되었습니다. 이전 주소로 보내는 마지막 메일입니다.`,
    notYou: "본인이 아니라면 즉시 스토어에 문의해 주세요.",
  },
  twoFactorOn: {
    subject: (name) => `${name} 2단계 로그인이 켜졌습니다`,
    heading: "2단계 로그인이 켜졌습니다",
    text: (name) =>
      `이제 ${name} 계정에 로그인하려면 앱의 코드도 필요합니다. 복구 코드를 안전한 곳에 보관해 주세요.`,
  },
  twoFactorOff: {
    subject: (name) => `${name} 2단계 로그인이 꺼졌습니다`,
    heading: "2단계 로그인이 꺼졌습니다",
    text: (name) => `이제 ${name} 계정은 비밀번호로만 보호됩니다.`,
  },
  newSignIn: {
    subject: (name) => `${name} 새 로그인`,
    heading: "새 로그인",
    text: (name) => `${name} 계정에 로그인이 있었습니다.`,
    time: "시간",
    device: "기기",
  },
  invitation: {
    subject: (name) => `${name} 팀에 초대합니다`,
    heading: (name) => `${name} 팀에 초대합니다`,
    text: (inviter, name) => `${inviter} 님이 ${name} 운영에 함께하자고 초대했습니다.`,
    textWithoutName: (name) => `${name} 운영에 초대되었습니다.`,
    role: "역할",
    button: "초대 수락",
    ignore: "무슨 일인지 모르신다면 무시하셔도 됩니다.",
    reason: (name) => `${name}의 담당자가 이 주소를 입력하여 이 메일을 보내 드립니다.`,
  },
};
