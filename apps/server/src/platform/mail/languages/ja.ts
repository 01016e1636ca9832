import type { MailTexts } from "./en.ts";

export const japanese: MailTexts = {
  unsubscribe: "配信を停止する",
  worksUntil: (time) => `リンクの有効期限：${time}`,
  worksFor: (span) => `リンクの有効期間：${span}`,
  reasonAccount: (name) =>
    `このメールは、${name} のアカウントにこのメールアドレスが登録されているためお送りしています。`,
  reasonEntered: (name) =>
    `このメールは、${name} でこのメールアドレスが入力されたためお送りしています。`,
  askedAtStore: (store, name) =>
    `このリクエストは、${name} で運営されているストア ${store} から行われました。1 つのアカウントで ${name} のすべてのストアをご利用いただけます。`,
  notYou: "お心当たりがない場合は、すぐに新しいパスワードを設定してください。",
  newPassword: "新しいパスワードを設定する",
  order: {
    subject: (number, name) => `${name} ご注文 ${number}`,
    preview: (number, total) => `ご注文 ${number}、${total}。`,
    heading: "ご注文ありがとうございます",
    text: (number) => `ご注文 ${number} とお支払いを承りました。`,
    subtotal: "小計",
    discount: "割引",
    shipping: "送料",
    free: "無料",
    tax: "税",
    taxIncluded: "内税",
    reverseCharge: "リバースチャージ：VATは受取人が納付します",
    total: "合計",
    paidWith: "お支払い方法",
    invoiceAttached: "請求書を添付しています。",
    delivery: "お届け予定",
    pickup: "お受け取り",
    shippingAddress: "お届け先",
    returnItem: "商品を返品する",
    track: "注文状況を確認する",
    open: "ご注文を確認する",
    reason: (name) =>
      `このメールは、このメールアドレスで ${name} にご注文いただいたためお送りしています。お気づきの点があればご返信ください。`,
  },
  orderCanceled: {
    subject: (number, name) => `${name} のご注文 ${number} はキャンセルされました`,
    heading: "ご注文はキャンセルされました",
    text: (number) => `ご注文 ${number} はキャンセルされました。商品は発送されません。`,
    refund:
      "お支払いいただいた金額を返金いたします。返金が完了しましたら、メールでお知らせします。",
  },
  orderChanged: {
    subject: (number, name) => `${name} のご注文 ${number} が変更されました`,
    heading: "ご注文が変更されました",
    text: (number) => `ご注文 ${number} が変更されました。現在のご注文内容は次のとおりです。`,
    refund: (amount) =>
      `ご注文の金額が下がりました。お支払いに使われた方法で ${amount} を返金いたします。`,
    due: (amount) => `お支払い残額は ${amount} です。`,
    before: (variant) => `変更前：${variant}`,
    now: (variant) => `変更後：${variant}`,
    undone: "お届け先またはサイズが変更され、その後元に戻されました。",
    formerAddress: "変更前のお届け先",
    notYou: "この変更にお心当たりがない場合は、すぐにご連絡ください。",
    pay: (amount) => `${amount} を支払う`,
    open: {
      subject: (number, name, amount) => `${name} のご注文 ${number}：変更分 ${amount} のお支払い`,
      heading: "ご注文の変更分をお支払いください",
      text: (number, amount, until) =>
        `この変更により、ご注文 ${number} の金額が ${amount} 増えます。お支払いが完了すると、ご注文が変更されます。${until} までにお支払いがない場合、ご注文は変更されません。`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `${name} のご注文 ${number} の返金`,
    heading: "返金のお知らせ",
    text: (number, amount) => `ご注文 ${number} について ${amount} を返金しました。`,
    back: "お支払いに使われた方法で返金されます。",
    days: (days) => `お手元に届くまで ${days} 営業日かかります。`,
    byHand: "お客様とのお約束のとおりに返金いたします。",
    creditNoteAttached: "返金伝票を添付しています。",
    plusTax: (amount) => `別途税 ${amount}`,
    total: "返金額",
  },
  testOrder: {
    mark: "テスト注文",
    text: (number) => `ご注文 ${number} はテスト注文です。代金は請求されず、商品は発送されません。`,
  },
  shipped: {
    subject: (number, name) => `${name} のご注文 ${number} を発送しました`,
    heading: "商品を発送しました",
    text: (number) => `ご注文 ${number} の次の商品を発送しました。`,
    carrier: "配送会社",
    trackingNumber: "お問い合わせ番号",
    track: "荷物を追跡する",
    toCome: "これから発送する商品",
    ready: {
      subject: (number, name) => `${name} のご注文 ${number} の準備ができました`,
      heading: "お受け取りいただけます",
      text: (number) => `ご注文 ${number} の次の商品をお受け取りいただけます。`,
    },
  },
  delivered: {
    subject: (number, name) => `${name} のご注文 ${number} が配達されました`,
    heading: "商品が届きました",
    text: (number) =>
      `ご注文 ${number} の次の商品が配達されました。不足や破損がある場合は、このメールにご返信ください。`,
  },
  paymentLink: {
    subject: (name) => `${name} のご注文：内容の確認とお支払い`,
    preview: (total) => `ご注文のお支払いができます：${total}。`,
    heading: "ご注文の準備ができました",
    text: (name) =>
      `${name} がこのご注文を用意しました。内容を確認し、下のリンクからお支払いください。`,
    button: "確認して支払う",
    held: (time) => `商品は ${time} まで確保されています。`,
    reason: (name) =>
      `このメールは、${name} がこのアドレス宛てのご注文を用意したためお送りしています。誤りがある場合は返信してください。`,
  },
  newsletter: {
    subject: (name) => `${name} の配信登録をご確認ください`,
    preview: (name) => `あと一歩で、${name} からのお知らせが届きます。`,
    heading: "配信登録をご確認ください",
    text: (name) =>
      `${name} のお知らせをこのメールアドレスに送るよう、お申し込みがありました。ご本人の場合は、こちらでご確認ください。`,
    launchText: (name) =>
      `${name} の新しいコレクションの発売をこのメールアドレスに知らせるよう、お申し込みがありました。ご本人の場合は、こちらでご確認ください。`,
    button: "登録を確認する",
    ignore: "お心当たりがない場合は、何もしないでください。リンクを開かない限り登録されません。",
  },
  subscribed: {
    subject: (name) => `${name} の配信登録が完了しました`,
    heading: "登録が完了しました",
    text: (name) =>
      `ありがとうございます。新しい情報があるときに ${name} からお知らせします。配信はいつでも停止できます。`,
    button: (name) => `${name} を見る`,
    reason: (name) => `このメールは、${name} の配信にご登録いただいたためお送りしています。`,
  },
  stockAsked: {
    subject: (product) => `「${product}」の再入荷をお知らせしますか？`,
    heading: "お申し込みをご確認ください",
    text: (product, name) =>
      `「${product}」の再入荷をこのメールアドレスに知らせるよう、${name} にお申し込みがありました。ご本人の場合は、こちらでご確認ください。`,
    button: "はい、知らせてください",
    ignore:
      "お心当たりがない場合は、何もしないでください。リンクを開かない限り、再度お送りすることはありません。",
  },
  stockConfirmed: {
    subject: (product) => `「${product}」の再入荷をお知らせします`,
    heading: "受け付けました",
    text: (product) => `「${product}」が再びご購入いただけるようになったら、一度だけご連絡します。`,
  },
  backInStock: {
    subject: (product) => `「${product}」が再入荷しました`,
    heading: "再入荷しました",
    text: (product) =>
      `お申し込みいただいた「${product}」が、再びご購入いただけるようになりました。お取り置きはできません。`,
    button: "商品を見る",
    reason: (name) =>
      `このメールは、${name} に再入荷のお知らせをお申し込みいただいたため、一度だけお送りしています。`,
  },
  lowStock: {
    subject: (name) => `${name}：在庫が少なくなっています`,
    heading: "在庫が少なくなっています",
    text: "次の商品の在庫が発注点に達しました。",
    left: (units) => `残り ${units} 点`,
    reorderPoint: (point) => `発注点：${point}`,
    reason: (name) => `このメールは、${name} のメールアドレスにお送りしています。`,
  },
  orderDisputed: {
    subject: (number, name) => `支払いの異議申し立て：${name} の注文 ${number}`,
    heading: "購入者が支払いに異議を申し立てています",
    text: (number) =>
      `注文 ${number} の支払いについて、決済会社で異議申し立てが行われています。期限までに決済会社の管理画面で回答してください。`,
    notRefundable: "異議申し立てが終わるまで、この金額をここで返金することはできません。",
    lostHeading: "異議申し立てで敗れました",
    lostText: (number) =>
      `注文 ${number} の異議申し立ては購入者側の主張が認められ、代金は購入者に返金されました。もう一度返金しないでください。`,
    amount: "金額",
    cause: "理由",
    respondBy: "回答期限",
  },
  refundFailed: {
    subject: (number, name) => `返金の失敗：${name} の注文 ${number}`,
    heading: "返金できませんでした",
    text: (number) =>
      `注文 ${number} の購入者への返金が決済会社で行われませんでした。この金額はまだストアにあります。もう一度返金を試すか、別の方法で返金してください。`,
  },
  primaryHostChanged: {
    subject: (name) => `${name} のメインアドレスが変更されました`,
    heading: "メインアドレスが変更されました",
    text: (name) => `今後、${name} のリンクとメールは別のアドレスになります。`,
    host: "メインアドレス",
  },
  contactAddressChanged: {
    subject: (name) => `${name} の連絡先アドレスが変更されました`,
    heading: "連絡先アドレスが変更されました",
    text: (name) =>
      `新しいアドレスが確認されると、${name} へのメッセージはそのアドレスに届きます。`,
    address: "新しい連絡先アドレス",
  },
  contact: {
    subject: (from, about) => `${from} 様からのメッセージ：${about}`,
    heading: "新しいメッセージ",
    text: (name) =>
      `${name} のウェブサイトからメッセージが届きました。このメールに返信すると回答できます。メールアドレスが送信者本人のものかどうかは確認していません。`,
    name: "お名前",
    email: "メールアドレス",
    about: "件名",
    message: "メッセージ",
    subjects: {
      Order: "ご注文",
      Shipping: "配送",
      "Returns and exchanges": "返品と交換",
      "Product question": "商品についての質問",
      Press: "報道関係",
      Other: "その他",
    },
    returnOf: (number) => `注文 ${number} の返品`,
    copy: {
      subject: (name) => `${name} へのメッセージの控え`,
      heading: "メッセージの控え",
      text: (name) => `これは、このメールアドレスから ${name} に送信されたメッセージの控えです。`,
      ignore: (name) =>
        `お心当たりがない場合は、このメールを無視してください。別の方が ${name} のウェブサイトでこのメールアドレスを入力したものです。以下のメッセージは ${name} が書いたものではありません。`,
    },
  },
  verifyEmail: {
    subject: (name) => `${name} のメールアドレスをご確認ください`,
    heading: "メールアドレスをご確認ください",
    text: (name) =>
      `このメールアドレスで ${name} のアカウントが作成されました。ご本人の場合は、ご自身のアドレスであることをご確認ください。`,
    button: "メールアドレスを確認する",
    ignore: "お心当たりがない場合は、何もしないでください。",
  },
  storeEmail: {
    subject: (name) => `${name} のストアの連絡先アドレスをご確認ください`,
    text: (name) =>
      `このメールアドレスが ${name} のストアの連絡先として入力されました。ご自身のストアの場合は、メッセージをこのアドレスで受け取ることをご確認ください。`,
    store: "ストア",
  },
  accountExists: {
    subject: (name) => `${name} のアカウントはすでにあります`,
    heading: "アカウントはすでにあります",
    text: (name) =>
      `このメールアドレスで ${name} のアカウントを作成しようとした方がいますが、すでにアカウントがあります。ご本人の場合はログインしてください。パスワードをお忘れの場合は、新しいパスワードを設定してください。`,
    button: "ログインする",
    ignore: "お心当たりがない場合は、何もしないでください。アカウントに変更はありません。",
  },
  resetPassword: {
    subject: (name) => `${name} の新しいパスワードの設定`,
    heading: "新しいパスワードの設定",
    text: (name) =>
      `${name} のアカウントに新しいパスワードを設定するご依頼がありました。ご本人の場合は、こちらで設定してください。`,
    button: "新しいパスワードを決める",
    ignore: "お心当たりがない場合は、何もしないでください。パスワードは変わりません。",
  },
  passwordChanged: {
    subject: (name) => `${name} のパスワードが変更されました`,
    heading: "パスワードが変更されました",
    text: (name) =>
      `${name} のアカウントのパスワードが変更されました。すべての端末で再度ログインが必要です。`,
    othersSignedOut: (name) =>
      `${name} のアカウントのパスワードが変更されました。他の端末では再度ログインが必要です。`,
  },
  changeEmail: {
    subject: (name) => `${name} の新しいメールアドレスをご確認ください`,
    heading: "新しいメールアドレスをご確認ください",
    text: (name) =>
      `このアドレスを ${name} のアカウントのメールアドレスにします。ご自身のアドレスであることを確認すると、変更されます。`,
    button: "新しいアドレスを確認する",
    ignore: "お心当たりがない場合は、何もしないでください。何も変更されません。",
  },
  emailChangeAsked: {
    subject: (name) => `${name} でメールアドレスの変更が申し込まれました`,
    heading: "メールアドレスの変更が申し込まれました",
    text: (name) =>
      `${name} のアカウントのメールアドレスを変更するお申し込みがありました。新しいアドレスが確認されると変更されます。`,
  },
  emailChanged: {
    subject: (name) => `${name} のメールアドレスが変更されました`,
    heading: "メールアドレスが変更されました",
    text: (name) =>
      `${name} のアカウントのメールアドレスが変更されました。これまでのアドレスへのメールはこれが最後です。`,
    notYou: "お心当たりがない場合は、すぐにストアにご連絡ください。",
  },
  twoFactorOn: {
    subject: (name) => `${name} の二段階ログインが有効になりました`,
    heading: "二段階ログインが有効になりました",
    text: (name) =>
      `今後、${name} のアカウントにログインするには、アプリのコードも必要です。リカバリーコードは大切に保管してください。`,
  },
  twoFactorOff: {
    subject: (name) => `${name} の二段階ログインが無効になりました`,
    heading: "二段階ログインが無効になりました",
    text: (name) => `${name} のアカウントは、現在パスワードだけで保護されています。`,
  },
  newSignIn: {
    subject: (name) => `${name} に新しいログインがありました`,
    heading: "新しいログイン",
    text: (name) => `${name} のアカウントにログインがありました。`,
    time: "日時",
    device: "端末",
  },
  invitation: {
    subject: (name) => `${name} のチームへの招待`,
    heading: (name) => `${name} のチームへの招待`,
    text: (inviter, name) => `${inviter} さんから、${name} の運営に招待されています。`,
    textWithoutName: (name) => `${name} の運営に招待されています。`,
    role: "役割",
    button: "招待を受ける",
    ignore: "お心当たりがない場合は、何もしないでください。",
    reason: (name) =>
      `このメールは、${name} の担当者がこのメールアドレスを入力したためお送りしています。`,
  },
};
