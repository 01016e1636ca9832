/** The texts shown above an order with a change that is waiting for payment. */
export type DifferenceWords = {
  title: string;
  /** `until` is the formatted date and time of the deadline. */
  text: (amount: string, until: string) => string;
  pay: (amount: string) => string;
};

const words: Readonly<Record<string, DifferenceWords>> = {
  en: {
    title: "Pay the difference",
    text: (amount, until) =>
      `The store has prepared a change to your order that costs ${amount} more. Your order changes as soon as you pay. If you don't pay by ${until}, it stays as it is.`,
    pay: (amount) => `Pay ${amount}`,
  },
  de: {
    title: "Differenz bezahlen",
    text: (amount, until) =>
      `Der Shop hat eine Änderung Ihrer Bestellung vorbereitet, die ${amount} mehr kostet. Ihre Bestellung wird geändert, sobald Sie bezahlt haben. Wenn Sie nicht bis ${until} bezahlen, bleibt sie, wie sie ist.`,
    pay: (amount) => `${amount} bezahlen`,
  },
  es: {
    title: "Pagar la diferencia",
    text: (amount, until) =>
      `La tienda ha preparado un cambio de tu pedido que cuesta ${amount} más. Tu pedido se modificará en cuanto pagues. Si no pagas antes del ${until}, se queda como está.`,
    pay: (amount) => `Pagar ${amount}`,
  },
  fr: {
    title: "Payer la différence",
    text: (amount, until) =>
      `La boutique a préparé une modification de votre commande, qui coûte ${amount} de plus. Votre commande sera modifiée dès votre paiement. Sans paiement avant le ${until}, elle reste inchangée.`,
    pay: (amount) => `Payer ${amount}`,
  },
  it: {
    title: "Paga la differenza",
    text: (amount, until) =>
      `Il negozio ha preparato una modifica del tuo ordine che costa ${amount} in più. L’ordine verrà modificato appena paghi. Se non paghi entro il ${until}, resta com’è.`,
    pay: (amount) => `Paga ${amount}`,
  },
  pt: {
    title: "Pagar a diferença",
    text: (amount, until) =>
      `A loja preparou uma alteração do seu pedido que custa mais ${amount}. O pedido será alterado assim que você pagar. Se não pagar até ${until}, fica como está.`,
    pay: (amount) => `Pagar ${amount}`,
  },
  ru: {
    title: "Оплатить разницу",
    text: (amount, until) =>
      `Магазин подготовил изменение вашего заказа, которое стоит на ${amount} больше. Заказ изменится, как только вы заплатите. Если вы не заплатите до ${until}, он останется прежним.`,
    pay: (amount) => `Оплатить ${amount}`,
  },
  vi: {
    title: "Thanh toán phần chênh lệch",
    text: (amount, until) =>
      `Cửa hàng đã chuẩn bị một thay đổi cho đơn hàng của bạn, có giá cao hơn ${amount}. Đơn hàng được thay đổi ngay khi bạn thanh toán. Nếu bạn không thanh toán trước ${until}, đơn hàng giữ nguyên.`,
    pay: (amount) => `Thanh toán ${amount}`,
  },
  zh: {
    title: "支付差额",
    text: (amount, until) =>
      `商店为您的订单准备了一项更改，需补付 ${amount}。您付款后，订单即会更改。如果您在 ${until} 之前没有付款，订单将保持不变。`,
    pay: (amount) => `支付 ${amount}`,
  },
  ja: {
    title: "差額のお支払い",
    text: (amount, until) =>
      `ストアがご注文の変更を用意しました。金額が ${amount} 増えます。お支払いが完了すると、ご注文が変更されます。${until} までにお支払いがない場合、ご注文は変更されません。`,
    pay: (amount) => `${amount} を支払う`,
  },
  ko: {
    title: "차액 결제",
    text: (amount, until) =>
      `스토어에서 주문 변경을 준비했습니다. 금액이 ${amount} 늘어납니다. 결제하시면 바로 주문이 변경됩니다. ${until}까지 결제하지 않으시면 주문은 그대로 유지됩니다.`,
    pay: (amount) => `${amount} 결제하기`,
  },
  hi: {
    title: "अंतर का भुगतान करें",
    text: (amount, until) =>
      `स्टोर ने आपके ऑर्डर में एक बदलाव तैयार किया है, जिसकी कीमत ${amount} ज़्यादा है। आपके भुगतान करते ही ऑर्डर बदल जाएगा। अगर आप ${until} तक भुगतान नहीं करते, तो ऑर्डर जैसा है वैसा ही रहेगा।`,
    pay: (amount) => `${amount} का भुगतान करें`,
  },
  ar: {
    title: "ادفع الفرق",
    text: (amount, until) =>
      `أعدّ المتجر تغييرًا لطلبك تزيد تكلفته بمقدار ${amount}. يتغير طلبك فور دفعك. إذا لم تدفع قبل ${until} فسيبقى كما هو.`,
    pay: (amount) => `ادفع ${amount}`,
  },
};

/** The texts in the page's language, or in English if the language has none. */
export function differenceWords(language: string): DifferenceWords {
  return words[language.split("-")[0] ?? ""] ?? (words["en"] as DifferenceWords);
}
