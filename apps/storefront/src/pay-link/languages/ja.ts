import type { PayLinkTexts } from "./en.ts";

export const japanese: PayLinkTexts = {
  title: "ご注文",
  opening: "ご注文を開いています…",
  none: "表示するご注文がありません",
  noneText: "メールに記載のリンクからこのページを開いてください。",
  invalid: "このリンクは使えません",
  invalidText:
    "新しいリンクに置き換えられた可能性があります。最新のリンクを使うか、ショップにお問い合わせください。",
  expired: "このリンクは期限切れです",
  expiredText: "ショップに新しいリンクをご依頼ください。請求は発生していません。",
  soldOut: "売り切れ",
  soldOutText:
    "このご注文の商品が売り切れました。請求は発生しておらず、ショップにも通知済みです。代わりの商品についてお問い合わせください。",
  unavailable: "このご注文は現在の内容ではお支払いできません",
  unavailableText:
    "利用できなくなったものが含まれています。請求は発生しておらず、ショップにも通知済みです。変更についてお問い合わせください。",
  paid: "このご注文は支払い済みです",
  paidText: "お支払いいただくものはありません。",
  seeOrder: "ご注文を見る",
  ended: "このご注文はもうお支払いできません",
  endedText:
    "期限切れか、キャンセルされています。請求は発生していません。ショップに新しいリンクをご依頼ください。",
  changed: "合計が変わりました",
  changedText:
    "このご注文の用意後に税額が変わりました。合計は {previous} から {total} になりました。",
  confirm: "{total} で続ける",
  failed: "ご注文を開けませんでした",
  failedText: "接続を確認して、もう一度お試しください。請求は発生していません。",
  again: "もう一度試す",
  contact: "ショップに問い合わせる",
  noScript: "ご注文を開くには、ブラウザーで JavaScript を有効にしてください。",
};
