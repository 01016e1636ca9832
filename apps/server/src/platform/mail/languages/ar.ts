import type { MailTexts } from "./en.ts";

/** Keeps the direction of a name or number within right-to-left text (first strong isolate). */
function own(value: string): string {
  return `\u2068${value}\u2069`;
}

export const arabic: MailTexts = {
  unsubscribe: "إلغاء الاشتراك",
  worksUntil: (time) => `الرابط صالح حتى: ${own(time)}.`,
  worksFor: (span) => `مدة صلاحية الرابط: ${own(span)}.`,
  reasonAccount: (name) => `وصلتك هذه الرسالة لأن حسابًا لدى ${own(name)} يستخدم هذا العنوان.`,
  reasonEntered: (name) => `وصلتك هذه الرسالة لأن هذا العنوان أُدخل لدى ${own(name)}.`,
  askedAtStore: (store, name) =>
    `طُلب ذلك في المتجر ${own(store)} الذي يعمل على ${own(name)}. حساب واحد يصلح لكل المتاجر على ${own(name)}.`,
  notYou: "إذا لم تكن أنت، فعيّن كلمة مرور جديدة فورًا.",
  newPassword: "تعيين كلمة مرور جديدة",
  order: {
    subject: (number, name) => `طلبك ${number} من ${name}`,
    preview: (number, total) => `الطلب ${own(number)}، ${own(total)}.`,
    heading: "شكرًا لطلبك",
    text: (number) => `استلمنا الطلب ${own(number)} ودفعتك.`,
    subtotal: "المجموع الفرعي",
    discount: "الخصم",
    shipping: "الشحن",
    free: "مجاني",
    tax: "الضريبة",
    taxIncluded: "الضريبة المشمولة",
    reverseCharge: "الاحتساب العكسي: المستلم يدفع ضريبة القيمة المضافة",
    total: "الإجمالي",
    paidWith: "طريقة الدفع",
    invoiceAttached: "الفاتورة مرفقة بهذه الرسالة.",
    delivery: "موعد التسليم",
    pickup: "الاستلام",
    shippingAddress: "عنوان الشحن",
    returnItem: "إرجاع منتج",
    track: "تتبّع طلبك",
    open: "عرض طلبك",
    reason: (name) =>
      `وصلتك هذه الرسالة لأنك طلبت من ${own(name)} بهذا العنوان. ردّ عليها إذا كان هناك خطأ.`,
  },
  orderCanceled: {
    subject: (number, name) => `تم إلغاء طلبك ${number} من ${name}`,
    heading: "تم إلغاء طلبك",
    text: (number) => `تم إلغاء الطلب ${number}. لن يُرسل منه شيء.`,
    refund: "سنعيد إليك ما دفعته. ستصلك رسالة بريد إلكتروني عند إتمام ذلك.",
  },
  orderChanged: {
    subject: (number, name) => `تم تغيير طلبك ${number} من ${name}`,
    heading: "تم تغيير طلبك",
    text: (number) => `تم تغيير الطلب ${own(number)}. هذا ما يحتويه الآن.`,
    refund: (amount) => `أصبحت تكلفة الطلب أقل. نعيد إليك ${own(amount)} بطريقة الدفع نفسها.`,
    due: (amount) => `المبلغ المتبقي للدفع: ${own(amount)}.`,
    before: (variant) => `قبل التغيير: ${own(variant)}`,
    now: (variant) => `الآن: ${own(variant)}`,
    undone: "تم تغيير عنوان الشحن أو المقاس ثم أُعيد كما كان.",
    formerAddress: "عنوان الشحن السابق",
    notYou: "إذا لم تُجرِ هذا التغيير، فتواصل معنا فورًا.",
    pay: (amount) => `ادفع ${own(amount)}`,
    open: {
      subject: (number, name, amount) => `طلبك ${number} من ${name}: ${own(amount)} مقابل التغيير`,
      heading: "ادفع مقابل تغيير طلبك",
      text: (number, amount, until) =>
        `مع هذا التغيير تزيد تكلفة الطلب ${own(number)} بمقدار ${own(amount)}. يتغير الطلب فور دفعك. إذا لم تدفع قبل ${own(until)} فسيبقى الطلب كما هو.`,
    },
  },
  orderRefunded: {
    subject: (number, name) => `استرداد مبلغ طلبك ${number} من ${name}`,
    heading: "المبلغ المسترد",
    text: (number, amount) => `لقد أعدنا إليك ${amount} عن الطلب ${number}.`,
    back: "يُعاد المبلغ بطريقة الدفع نفسها.",
    days: (days) => `مدة ظهوره بأيام العمل: ${days}.`,
    byHand: "سنعيد إليك المبلغ كما اتفقنا معك.",
    creditNoteAttached: "الإشعار الدائن مرفق بهذه الرسالة.",
    plusTax: (amount) => `بالإضافة إلى ضريبة قدرها ${amount}`,
    total: "المبلغ المعاد",
  },
  testOrder: {
    mark: "طلب تجريبي",
    text: (number) => `هذا الطلب ${own(number)} تجريبي. لم يُسحب أي مبلغ ولن يُرسل أي شيء.`,
  },
  shipped: {
    subject: (number, name) => `طلبك ${own(number)} من ${own(name)} في الطريق`,
    heading: "طلبك في الطريق",
    text: (number) => `أُرسلت هذه المنتجات من الطلب ${own(number)}.`,
    carrier: "شركة الشحن",
    trackingNumber: "رقم التتبّع",
    track: "تتبّع الشحنة",
    toCome: "لم يُرسل بعد",
    ready: {
      subject: (number, name) => `طلبك ${own(number)} من ${own(name)} جاهز`,
      heading: "جاهز للاستلام",
      text: (number) => `يمكنك استلام هذه المنتجات من الطلب ${own(number)}.`,
    },
  },
  delivered: {
    subject: (number, name) => `تم توصيل طلبك ${own(number)} من ${own(name)}`,
    heading: "وصل طلبك",
    text: (number) =>
      `تم توصيل هذه المنتجات من الطلب ${own(number)}. ردّ على هذه الرسالة إن نقص شيء أو تضرّر.`,
  },
  paymentLink: {
    subject: (name) => `طلبك من ${name}: راجعه وادفع`,
    preview: (total) => `طلبك جاهز للدفع: ${own(total)}.`,
    heading: "طلبك جاهز",
    text: (name) => `أعدّ ${own(name)} هذا الطلب لك. راجعه وادفع عبر الرابط أدناه.`,
    button: "راجع وادفع",
    held: (time) => `المنتجات محجوزة لك حتى ${own(time)}.`,
    reason: (name) =>
      `وصلتك هذه الرسالة لأن ${own(name)} أعدّ طلبًا لهذا العنوان. ردّ عليها إذا كان هناك أي خطأ.`,
  },
  newsletter: {
    subject: (name) => `أكّد اشتراكك في ${name}`,
    preview: (name) => `خطوة واحدة بعد، ثم يكتب إليك ${own(name)}.`,
    heading: "أكّد اشتراكك",
    text: (name) =>
      `طلب أحدهم إرسال أخبار ${own(name)} إلى هذا العنوان. إذا كنت أنت، فأكّد ذلك هنا.`,
    launchText: (name) =>
      `طلب أحدهم أن يكتب ${own(name)} إلى هذا العنوان عند وصول المجموعة الجديدة. إذا كنت أنت، فأكّد ذلك هنا.`,
    button: "تأكيد الاشتراك",
    ignore: "إذا لم تكن أنت، فلا تفعل شيئًا: لا يُشترك أحد من دون الرابط.",
  },
  subscribed: {
    subject: (name) => `أنت مشترك في ${name}`,
    heading: "تمّ اشتراكك",
    text: (name) =>
      `شكرًا لك. من الآن يكتب إليك ${own(name)} كلما كان هناك جديد، ويمكنك إلغاء الاشتراك في أي وقت.`,
    button: (name) => `زيارة ${own(name)}`,
    reason: (name) => `وصلتك هذه الرسالة لأنك اشتركت في ${own(name)}.`,
  },
  stockAsked: {
    subject: (product) => `هل نخبرك عند عودة ${product}؟`,
    heading: "أكّد طلبك",
    text: (product, name) =>
      `طلب أحدهم من ${own(name)} أن يكتب إلى هذا العنوان عند عودة ${own(product)}. إذا كنت أنت، فأكّد ذلك هنا.`,
    button: "نعم، أخبروني",
    ignore: "إذا لم تكن أنت، فلا تفعل شيئًا: لن نكتب مجددًا من دون الرابط.",
  },
  stockConfirmed: {
    subject: (product) => `سنخبرك عند عودة ${product}`,
    heading: "أنت في القائمة",
    text: (product) => `سنكتب إليك مرة واحدة حالما يتوفر ${own(product)} للشراء من جديد.`,
  },
  backInStock: {
    subject: (product) => `${product} متوفر من جديد`,
    heading: "متوفر من جديد",
    text: (product) => `طلبت منا أن نخبرك: ${own(product)} متوفر للشراء من جديد. لا يمكننا حجزه لك.`,
    button: "عرض المنتج",
    reason: (name) => `وصلتك هذه الرسالة الوحيدة لأنك طلبت من ${own(name)} إخبارك.`,
  },
  lowStock: {
    subject: (name) => `مخزون منخفض لدى ${name}`,
    heading: "مخزون منخفض",
    text: "وصلت هذه المنتجات إلى حد إعادة الطلب.",
    left: (units) => `المتبقي: ${units}`,
    reorderPoint: (point) => `حد إعادة الطلب: ${point}`,
    reason: (name) => `وصلتك هذه الرسالة لأن هذا عنوان ${own(name)}.`,
  },
  orderDisputed: {
    subject: (number, name) => `اعتراض على دفعة: الطلب ${number} في ${name}`,
    heading: "مشترٍ يعترض على دفعة",
    text: (number) =>
      `هناك اعتراض على دفعة الطلب ${number} لدى مزوّد الدفع. أجب في لوحة تحكم المزوّد قبل الموعد النهائي.`,
    notRefundable: "إلى أن يُغلق الاعتراض، لا يمكن رد هذا المبلغ من هنا.",
    lostHeading: "خُسر الاعتراض",
    lostText: (number) =>
      `حُسم الاعتراض على الطلب ${number} لصالح المشتري الذي استعاد المبلغ. لا ترده مرة أخرى.`,
    amount: "المبلغ",
    cause: "السبب",
    respondBy: "الإجابة قبل",
  },
  refundFailed: {
    subject: (number, name) => `فشل رد مبلغ: الطلب ${number} في ${name}`,
    heading: "فشل رد مبلغ",
    text: (number) =>
      `لم يرد مزوّد الدفع المبلغ إلى مشتري الطلب ${number}، ولا يزال هذا المبلغ لدى المتجر. حاول الرد مرة أخرى، أو أعد المبلغ بطريقة أخرى.`,
  },
  primaryHostChanged: {
    subject: (name) => `تم تغيير العنوان الرئيسي لـ ${name}`,
    heading: "تم تغيير العنوان الرئيسي",
    text: (name) => `روابط ورسائل ${name} تقود من الآن إلى عنوان آخر.`,
    host: "العنوان الرئيسي",
  },
  contactAddressChanged: {
    subject: (name) => `تم تغيير عنوان التواصل لـ ${name}`,
    heading: "تم تغيير عنوان التواصل",
    text: (name) => `ستصل الرسائل الموجهة إلى ${own(name)} إلى عنوان آخر بعد تأكيده.`,
    address: "عنوان التواصل الجديد",
  },
  contact: {
    subject: (from, about) => `رسالة من ${from}: ${about}`,
    heading: "رسالة جديدة",
    text: (name) =>
      `كتب أحدهم إلى ${own(name)} عبر الموقع. للرد، أجب عن هذه الرسالة. لم نتحقق من أن عنوان البريد الإلكتروني يخص المرسل.`,
    name: "الاسم",
    email: "البريد الإلكتروني",
    about: "الموضوع",
    message: "الرسالة",
    subjects: {
      Order: "طلب",
      Shipping: "الشحن",
      "Returns and exchanges": "الإرجاع والاستبدال",
      "Product question": "سؤال عن منتج",
      Press: "الصحافة",
      Other: "أخرى",
    },
    returnOf: (number) => `إرجاع الطلب ${own(number)}`,
    copy: {
      subject: (name) => `نسخة من رسالة إلى ${name}`,
      heading: "نسخة من رسالة",
      text: (name) => `هذه نسخة من الرسالة المرسلة إلى ${own(name)} من هذا العنوان.`,
      ignore: (name) =>
        `إن لم تكن أنت من أرسلها، فتجاهل هذا البريد، فقد أدخل شخص آخر هذا العنوان في موقع ${own(name)}. النص أدناه ليس من ${own(name)}.`,
    },
  },
  verifyEmail: {
    subject: (name) => `أكّد عنوان بريدك الإلكتروني لدى ${name}`,
    heading: "أكّد عنوان بريدك الإلكتروني",
    text: (name) =>
      `أُنشئ حساب لدى ${own(name)} بعنوان البريد الإلكتروني هذا. إذا كنت أنت، فأكّد أنه لك.`,
    button: "تأكيد عنوان البريد الإلكتروني",
    ignore: "إذا لم تكن أنت، فلا تفعل شيئًا.",
  },
  storeEmail: {
    subject: (name) => `أكّد عنوان التواصل لمتجر لدى ${name}`,
    text: (name) =>
      `أُدخل هذا العنوان كعنوان تواصل لمتجر لدى ${own(name)}. إذا كان المتجر لك، فأكّد أنه يمكنه إرسال رسائله إلى هنا.`,
    store: "المتجر",
  },
  accountExists: {
    subject: (name) => `لديك حساب بالفعل لدى ${name}`,
    heading: "لديك حساب بالفعل",
    text: (name) =>
      `حاول أحدهم فتح حساب لدى ${own(name)} بهذا العنوان الذي له حساب بالفعل. إذا كنت أنت، فسجّل الدخول، أو عيّن كلمة مرور جديدة إذا نسيت كلمتك.`,
    button: "تسجيل الدخول",
    ignore: "إذا لم تكن أنت، فلا تفعل شيئًا: حسابك كما كان.",
  },
  resetPassword: {
    subject: (name) => `عيّن كلمة مرور جديدة لدى ${name}`,
    heading: "عيّن كلمة مرور جديدة",
    text: (name) =>
      `طلب أحدهم تعيين كلمة مرور جديدة لحسابك لدى ${own(name)}. إذا كنت أنت، فاخترها هنا.`,
    button: "اختيار كلمة مرور جديدة",
    ignore: "إذا لم تكن أنت، فلا تفعل شيئًا: تبقى كلمة مرورك كما هي.",
  },
  passwordChanged: {
    subject: (name) => `تغيّرت كلمة مرورك لدى ${name}`,
    heading: "تغيّرت كلمة مرورك",
    text: (name) =>
      `تغيّرت كلمة مرور حسابك لدى ${own(name)}. يجب تسجيل الدخول من جديد على جميع الأجهزة.`,
    othersSignedOut: (name) =>
      `تغيّرت كلمة مرور حسابك لدى ${own(name)}. يجب تسجيل الدخول من جديد على أجهزتك الأخرى.`,
  },
  changeEmail: {
    subject: (name) => `أكّد عنوان بريدك الإلكتروني الجديد لدى ${name}`,
    heading: "أكّد عنوان بريدك الإلكتروني الجديد",
    text: (name) => `سيصبح هذا عنوان البريد الإلكتروني لحسابك لدى ${own(name)} حالما تؤكد أنه لك.`,
    button: "تأكيد عنوان البريد الإلكتروني الجديد",
    ignore: "إذا لم تطلب ذلك، فلا تفعل شيئًا: لن يتغير شيء.",
  },
  emailChangeAsked: {
    subject: (name) => `طُلب عنوان بريد إلكتروني جديد لدى ${name}`,
    heading: "طُلب عنوان بريد إلكتروني جديد",
    text: (name) =>
      `سيكون لحسابك لدى ${own(name)} عنوان بريد إلكتروني آخر. يتغير العنوان حالما يُؤكَّد العنوان الجديد.`,
  },
  emailChanged: {
    subject: (name) => `تغيّر عنوان بريدك الإلكتروني لدى ${name}`,
    heading: "تغيّر عنوان بريدك الإلكتروني",
    text: (name) =>
      `صار لحسابك لدى ${own(name)} عنوان بريد إلكتروني آخر. هذه آخر رسالة إلى العنوان القديم.`,
    notYou: "إذا لم تكن أنت، فتواصل مع المتجر فورًا.",
  },
  twoFactorOn: {
    subject: (name) => `فُعّل تسجيل الدخول بخطوتين لدى ${name}`,
    heading: "فُعّل تسجيل الدخول بخطوتين",
    text: (name) =>
      `من الآن يتطلب الدخول إلى حسابك لدى ${own(name)} رمزًا من تطبيقك أيضًا. احتفظ برموز الاسترداد في مكان آمن.`,
  },
  twoFactorOff: {
    subject: (name) => `أُوقف تسجيل الدخول بخطوتين لدى ${name}`,
    heading: "أُوقف تسجيل الدخول بخطوتين",
    text: (name) => `حسابك لدى ${own(name)} محمي الآن بكلمة المرور وحدها.`,
  },
  newSignIn: {
    subject: (name) => `تسجيل دخول جديد لدى ${name}`,
    heading: "تسجيل دخول جديد",
    text: (name) => `سجّل أحدهم الدخول إلى حسابك لدى ${own(name)}.`,
    time: "الوقت",
    device: "الجهاز",
  },
  invitation: {
    subject: (name) => `انضم إلى فريق ${name}`,
    heading: (name) => `انضم إلى فريق ${own(name)}`,
    text: (inviter, name) => `يدعوك ${own(inviter)} إلى المشاركة في إدارة ${own(name)}.`,
    textWithoutName: (name) => `أنت مدعو إلى المشاركة في إدارة ${own(name)}.`,
    role: "الدور",
    button: "قبول الدعوة",
    ignore: "إذا كنت لا تعرف ما الأمر، فلا تفعل شيئًا.",
    reason: (name) => `وصلتك هذه الرسالة لأن أحدًا من ${own(name)} أدخل هذا العنوان.`,
  },
};
