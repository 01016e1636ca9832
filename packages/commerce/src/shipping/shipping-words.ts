/**
 * Parts of regular expressions. `starts` matches only at the beginning of a word. `anywhere` also matches inside words,
 * for languages that don't put spaces between words or that use prefixes or compounds.
 */
type Words = { starts: string; anywhere?: string };

/** Words about shipping in the platform's 13 languages. */
const shippingWords = {
  shipping: {
    starts:
      "shipping|shipped|ships?\\b|deliver|dispatch|arrives?\\b|envíos?|env[ií]os?\\b|entrega|livraison|livrée?s?|expédi|port\\b|portes\\b|frete|versand|liefer|spedi|consegn|доставк|отправ|शिपिंग|डिलीवरी|giao hàng|vận chuyển",
    anywhere: "运费|配送|发货|包邮|送料|配達|発送|배송|شحن|توصيل",
  },
  free: {
    starts:
      "free(?!\\p{L})|no charge|gratis|gratuit|offert|kostenlos|kostenfrei|versandkostenfrei|grátis|бесплатн|मुफ़?्त|निःशुल्क|miễn phí",
    anywhere: "免费|免运费|包邮|無料|무료|مجان",
  },
  everyOrder: {
    starts:
      "(?:all|every|each) orders?(?!\\p{L}| (?:over|above|of|from))|any order(?!\\p{L}| (?:over|above|of|from))|no minimum|alle bestellungen(?! (?:ab|über))|jede bestellung(?! (?:ab|über))|ohne mindestbestellwert|toutes les commandes(?! (?:de|dès|à partir))|sans minimum|tutti gli ordini(?! (?:sopra|oltre|da))|senza minimo|todos los pedidos(?! (?:de|desde|superiores))|sin mínimo|todas as encomendas(?! (?:acima|de))|todos os pedidos(?! (?:acima|de))|sem mínimo",
  },
  businessDays: {
    starts:
      "(?:business|working|week) ?days?|werktag|arbeitstag|jours? ouvr|giorn[oi] (?:lavorativ|ferial)|días? (?:hábil|laborable)|dias? út|рабочи[хй] д|कार्य ?दिवस|ngày làm việc",
    anywhere: "个?工作日|営業日|영업일|أيام عمل|يوم عمل",
  },
  nextDay: {
    starts:
      "next[- ](?:business )?day|overnight|am nächsten (?:werk)?tag|le lendemain|(?:il )?giorno (?:dopo|successivo)|(?:el )?día siguiente|(?:no )?dia seguinte",
  },
  /** Words about returns. Sentences with these words aren't checked, because they aren't about shipping. */
  returns: {
    starts:
      "return|refund|exchange|warrant|devol|reembols|retour|rembours|rück|umtausch|erstatt|res[oi](?!\\p{L})|rimbors|возврат|वापसी|रिफ़ंड|trả hàng|hoàn tiền",
    anywhere: "退货|退款|返品|返金|반품|환불|إرجاع|استرداد",
  },
} as const satisfies Record<string, Words>;

export type ShippingTopic = keyof typeof shippingWords;

/** The source of a regular expression (for the flags iu) that finds the words of a topic. */
export function wordsOf(topic: ShippingTopic): string {
  const { starts, anywhere }: Words = shippingWords[topic];
  const bounded = String.raw`(?<!\p{L})(?:${starts})`;
  return anywhere === undefined ? bounded : `${bounded}|${anywhere}`;
}
