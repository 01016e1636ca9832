import type { PaymentMethod } from "@vetrina/contract/enumerations";

/** The names of manual payments in orders. Providers' names need no translation. */
export const methodNames: Record<PaymentMethod, string> = {
  BANK_TRANSFER: "Bank transfer",
  CASH: "Cash",
  OTHER: "Other payment",
};
export const freeOrderName = "Free order";

const english = [methodNames.BANK_TRANSFER, methodNames.CASH, methodNames.OTHER, freeOrderName];
/** The translations of `english` by language, in the same order. */
const names: Record<string, readonly string[]> = {
  es: ["Transferencia bancaria", "Efectivo", "Otro pago", "Pedido gratuito"],
  fr: ["Virement bancaire", "Espèces", "Autre paiement", "Commande gratuite"],
  de: ["Überweisung", "Barzahlung", "Andere Zahlung", "Kostenlose Bestellung"],
  it: ["Bonifico bancario", "Contanti", "Altro pagamento", "Ordine gratuito"],
  pt: ["Transferência bancária", "Dinheiro", "Outro pagamento", "Encomenda gratuita"],
  ru: ["Банковский перевод", "Наличные", "Другой способ оплаты", "Бесплатный заказ"],
  zh: ["银行转账", "现金", "其他付款方式", "免费订单"],
  ja: ["銀行振込", "現金", "その他のお支払い", "無料のご注文"],
  ko: ["계좌 이체", "현금", "기타 결제", "무료 주문"],
  ar: ["تحويل بنكي", "نقدًا", "طريقة دفع أخرى", "طلب مجاني"],
  hi: ["बैंक ट्रांसफ़र", "नकद", "अन्य भुगतान", "मुफ़्त ऑर्डर"],
  vi: ["Chuyển khoản ngân hàng", "Tiền mặt", "Thanh toán khác", "Đơn hàng miễn phí"],
};

/** Translates the name of an order's payment into the language of a locale. */
export function paymentNameIn(locale: string, name: string): string {
  const place = english.indexOf(name);
  return names[new Intl.Locale(locale).language]?.[place] ?? name;
}
