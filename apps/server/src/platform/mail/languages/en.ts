/** The texts of emails, in English. Other languages have the same keys. */
export const english = {
  unsubscribe: "Unsubscribe",
  worksUntil: (time: string) => `The link works until ${time}.`,
  worksFor: (span: string) => `The link works for ${span}.`,
  reasonAccount: (name: string) =>
    `You received this email because an account at ${name} uses this address.`,
  reasonEntered: (name: string) =>
    `You received this email because this address was entered at ${name}.`,
  /** `store` is a slug, because a store's name may be any text. */
  askedAtStore: (store: string, name: string) =>
    `This was requested at the store ${store}, which runs on ${name}. One account works at every store on ${name}.`,
  notYou: "If this wasn't you, set a new password now.",
  newPassword: "Set a new password",
  order: {
    subject: (number: string, name: string) => `Your order ${number} from ${name}`,
    preview: (number: string, total: string) => `Order ${number}, ${total}.`,
    heading: "Thank you for your order",
    text: (number: string) => `We have received order ${number} and your payment.`,
    subtotal: "Subtotal",
    discount: "Discount",
    shipping: "Shipping",
    free: "Free",
    tax: "Tax",
    taxIncluded: "Included tax",
    reverseCharge: "Reverse charge: the recipient owes the VAT",
    total: "Total",
    paidWith: "Paid with",
    invoiceAttached: "Your invoice is attached.",
    delivery: "Delivery",
    pickup: "Pickup",
    shippingAddress: "Shipping address",
    returnItem: "Return an item",
    track: "Track your order",
    open: "See your order",
    reason: (name: string) =>
      `You received this email because you ordered from ${name} with this address. Reply to it if anything is wrong.`,
  },
  orderCanceled: {
    subject: (number: string, name: string) => `Your order ${number} from ${name} was canceled`,
    heading: "Your order was canceled",
    text: (number: string) => `Order ${number} was canceled. None of it will be shipped.`,
    refund: "We'll refund what you paid, and email you once the refund is made.",
  },
  orderChanged: {
    subject: (number: string, name: string) => `Your order ${number} from ${name} was changed`,
    heading: "Your order was changed",
    text: (number: string) => `Order ${number} was changed. Here is what it contains now.`,
    refund: (amount: string) =>
      `Your order costs less now. We'll refund ${amount} to your payment method.`,
    due: (amount: string) => `You still have ${amount} to pay.`,
    /** A changed item, by the names of its variants. */
    before: (variant: string) => `Before: ${variant}`,
    now: (variant: string) => `Now: ${variant}`,
    undone: "The shipping address or size was changed and then changed back.",
    formerAddress: "Former shipping address",
    notYou: "If you didn't make this change, contact us now.",
    pay: (amount: string) => `Pay ${amount}`,
    /** For a paid order, before the difference is paid. */
    open: {
      subject: (number: string, name: string, amount: string) =>
        `Your order ${number} from ${name}: ${amount} to pay for the change`,
      heading: "Pay for the change to your order",
      text: (number: string, amount: string, until: string) =>
        `With this change, order ${number} costs ${amount} more. The order is changed as soon as you pay. If you don't pay by ${until}, it stays as it is.`,
    },
  },
  orderRefunded: {
    subject: (number: string, name: string) => `Refund for your order ${number} from ${name}`,
    heading: "Your refund",
    text: (number: string, amount: string) => `We have refunded ${amount} for order ${number}.`,
    back: "The money goes back to your payment method.",
    days: (days: string) => `It can take ${days} business days to appear.`,
    byHand: "We'll send you the money separately, as agreed.",
    creditNoteAttached: "The credit note is attached.",
    /** Shown after a line's quantity and price, which are without tax. The line's amount includes the tax. */
    plusTax: (amount: string) => `plus tax ${amount}`,
    total: "Refunded",
  },
  testOrder: {
    mark: "Test order",
    text: (number: string) =>
      `This is test order ${number}. No money was taken, and nothing will be sent.`,
  },
  shipped: {
    subject: (number: string, name: string) => `Your order ${number} from ${name} is on its way`,
    heading: "It's on its way",
    text: (number: string) => `These items of order ${number} have been sent.`,
    carrier: "Carrier",
    trackingNumber: "Tracking number",
    track: "Track the parcel",
    toCome: "Still to come",
    /** For an order that its buyer picks up. */
    ready: {
      subject: (number: string, name: string) => `Your order ${number} from ${name} is ready`,
      heading: "Ready to be picked up",
      text: (number: string) => `These items of order ${number} can be picked up.`,
    },
  },
  delivered: {
    subject: (number: string, name: string) => `Your order ${number} from ${name} was delivered`,
    heading: "It has arrived",
    text: (number: string) =>
      `These items of order ${number} were delivered. Reply to this email if anything is missing or damaged.`,
  },
  paymentLink: {
    subject: (name: string) => `Your order from ${name}: review and pay`,
    preview: (total: string) => `Your order is ready to be paid: ${total}.`,
    heading: "Your order is ready",
    text: (name: string) =>
      `${name} has prepared this order for you. Check it and pay with the link below.`,
    button: "Review and pay",
    held: (time: string) => `The items are held for you until ${time}.`,
    reason: (name: string) =>
      `You received this email because ${name} prepared an order for this address. Reply to it if anything is wrong.`,
  },
  newsletter: {
    subject: (name: string) => `Confirm your subscription to ${name}`,
    preview: (name: string) => `One more step to get emails from ${name}.`,
    heading: "Confirm your subscription",
    text: (name: string) =>
      `Someone signed up for emails from ${name} with this address. If it was you, confirm here.`,
    /** For people who subscribed on the coming-soon page. */
    launchText: (name: string) =>
      `Someone asked ${name} to email this address when the new collection arrives. If it was you, confirm here.`,
    button: "Confirm subscription",
    ignore: "If it wasn't you, ignore this email. You won't be subscribed.",
  },
  subscribed: {
    subject: (name: string) => `You are subscribed to ${name}`,
    heading: "You are subscribed",
    text: (name: string) =>
      `Thank you. ${name} will email you when there is something new. You can unsubscribe at any time.`,
    button: (name: string) => `Visit ${name}`,
    reason: (name: string) => `You received this email because you subscribed at ${name}.`,
  },
  stockAsked: {
    subject: (product: string) => `Get an email when ${product} is back?`,
    heading: "Confirm your request",
    text: (product: string, name: string) =>
      `Someone asked ${name} to email this address when ${product} is back in stock. If it was you, confirm here.`,
    button: "Notify me",
    ignore: "If it wasn't you, ignore this email. We won't write again.",
  },
  stockConfirmed: {
    subject: (product: string) => `We'll email you when ${product} is back`,
    heading: "You're on the list",
    text: (product: string) => `We'll email you once, as soon as ${product} is back in stock.`,
  },
  backInStock: {
    subject: (product: string) => `${product} is back`,
    heading: "It's back",
    text: (product: string) => `${product} is back in stock. We can't reserve it for you.`,
    button: "View item",
    reason: (name: string) =>
      `You received this email because you asked ${name} to notify you. We send it once.`,
  },
  lowStock: {
    subject: (name: string) => `Low stock at ${name}`,
    heading: "Low stock",
    text: "These items have reached their reorder point.",
    left: (units: number) => `${units} left`,
    reorderPoint: (point: number) => `Reorder point: ${point}`,
    reason: (name: string) =>
      `You received this email because this is the contact address of ${name}.`,
  },
  orderDisputed: {
    subject: (number: string, name: string) => `Payment dispute: order ${number} at ${name}`,
    heading: "A buyer disputed a payment",
    text: (number: string) =>
      `The payment of order ${number} is disputed at the payment provider. Respond in the provider's dashboard before the deadline.`,
    notRefundable: "Until the dispute is closed, this money can't be refunded here.",
    lostHeading: "A dispute was lost",
    lostText: (number: string) =>
      `The dispute about order ${number} was decided in the buyer's favor, and the buyer got the money back. Don't refund it again.`,
    amount: "Amount",
    cause: "Reason",
    respondBy: "Respond by",
  },
  refundFailed: {
    subject: (number: string, name: string) => `Refund failed: order ${number} at ${name}`,
    heading: "A refund failed",
    text: (number: string) =>
      `The payment provider did not refund the buyer of order ${number}, so the store still has this money. Try the refund again, or return the money another way.`,
  },
  primaryHostChanged: {
    subject: (name: string) => `The primary host of ${name} was changed`,
    heading: "The primary host was changed",
    text: (name: string) =>
      `All links of ${name}, including those in emails, now lead to another host.`,
    host: "Primary host",
  },
  contactAddressChanged: {
    subject: (name: string) => `The contact address of ${name} was changed`,
    heading: "The contact address was changed",
    text: (name: string) =>
      `Messages to ${name} will go to a new address once that address is confirmed.`,
    address: "New contact address",
  },
  contact: {
    subject: (from: string, about: string) => `Message from ${from}: ${about}`,
    heading: "New message",
    text: (name: string) =>
      `Someone wrote to ${name} on its website. Reply to this email to answer. We haven't checked that the email address is theirs.`,
    name: "Name",
    email: "Email",
    about: "Subject",
    message: "Message",
    subjects: {
      Order: "Order",
      Shipping: "Shipping",
      "Returns and exchanges": "Returns and exchanges",
      "Product question": "Product question",
      Press: "Press",
      Other: "Other",
    },
    /** Instead of the subject, for the return of an order. */
    returnOf: (number: string) => `Return of order ${number}`,
    /** To the address that was entered in the form. */
    copy: {
      subject: (name: string) => `Copy of a message to ${name}`,
      heading: "Copy of a message",
      text: (name: string) => `This is a copy of the message sent to ${name} from this address.`,
      ignore: (name: string) =>
        `If you didn't send it, ignore this email: someone else entered this address on ${name}'s website. The message below is not from ${name}.`,
    },
  },
  verifyEmail: {
    subject: (name: string) => `Confirm your email address for ${name}`,
    heading: "Confirm your email address",
    text: (name: string) =>
      `Someone created an account at ${name} with this email address. If it was you, confirm it here.`,
    button: "Confirm email address",
    ignore: "If it wasn't you, ignore this email.",
  },
  storeEmail: {
    subject: (name: string) => `Confirm the contact address of a store at ${name}`,
    text: (name: string) =>
      `This address was entered as the contact address of a store at ${name}. If the store is yours, confirm that its messages may be sent here.`,
    store: "Store",
  },
  accountExists: {
    subject: (name: string) => `You already have an account at ${name}`,
    heading: "You already have an account",
    text: (name: string) =>
      `Someone tried to create an account at ${name} with this address, but it already has one. If it was you, sign in, or set a new password if you forgot yours.`,
    button: "Sign in",
    ignore: "If it wasn't you, ignore this email. Your account is unchanged.",
  },
  resetPassword: {
    subject: (name: string) => `Set a new password for ${name}`,
    heading: "Set a new password",
    text: (name: string) =>
      `Someone asked to set a new password for your account at ${name}. If it was you, choose one here.`,
    button: "Choose a new password",
    ignore: "If it wasn't you, ignore this email. Your password is unchanged.",
  },
  passwordChanged: {
    subject: (name: string) => `Your password for ${name} was changed`,
    heading: "Your password was changed",
    /** After a reset, which ends every session. */
    text: (name: string) =>
      `The password of your account at ${name} was changed. All your devices were signed out.`,
    /** After a change by someone who is signed in, which keeps that session. */
    othersSignedOut: (name: string) =>
      `The password of your account at ${name} was changed. Your other devices were signed out.`,
  },
  changeEmail: {
    subject: (name: string) => `Confirm your new email address for ${name}`,
    heading: "Confirm your new email address",
    text: (name: string) =>
      `You asked to use this email address for your account at ${name}. Confirm that it is yours.`,
    button: "Confirm new email address",
    ignore: "If you didn't ask for this, ignore this email. Nothing changes.",
  },
  emailChangeAsked: {
    subject: (name: string) => `Your email address at ${name} is about to change`,
    heading: "Your email address is about to change",
    text: (name: string) =>
      `Someone asked to change the email address of your account at ${name}. It changes when the new one is confirmed.`,
  },
  emailChanged: {
    subject: (name: string) => `Your email address at ${name} was changed`,
    heading: "Your email address was changed",
    text: (name: string) =>
      `Your account at ${name} now uses another email address. This is the last email to the old one.`,
    notYou: "If this wasn't you, contact the store now.",
  },
  twoFactorOn: {
    subject: (name: string) => `Two-step sign-in is on at ${name}`,
    heading: "Two-step sign-in is on",
    text: (name: string) =>
      `Signing in to your account at ${name} now also needs a code from your app. Keep your recovery codes in a safe place.`,
  },
  twoFactorOff: {
    subject: (name: string) => `Two-step sign-in is off at ${name}`,
    heading: "Two-step sign-in is off",
    text: (name: string) => `Your account at ${name} is now protected by your password only.`,
  },
  newSignIn: {
    subject: (name: string) => `New sign-in at ${name}`,
    heading: "New sign-in",
    text: (name: string) => `Someone signed in to your account at ${name}.`,
    time: "Time",
    device: "Device",
  },
  invitation: {
    subject: (name: string) => `Join the team of ${name}`,
    heading: (name: string) => `Join the team of ${name}`,
    text: (inviter: string, name: string) => `${inviter} invites you to help run ${name}.`,
    textWithoutName: (name: string) => `You are invited to help run ${name}.`,
    role: "Role",
    button: "Accept the invitation",
    ignore: "If you weren't expecting this, ignore this email.",
    reason: (name: string) =>
      `You received this email because someone at ${name} invited this address.`,
  },
};

export type MailTexts = typeof english;
