/** What mails say in English; every other language says the same. */
export const english = {
  unsubscribe: "Unsubscribe",
  worksUntil: (time: string) => `The link works until ${time}.`,
  reasonAccount: (name: string) =>
    `You get this mail because an account at ${name} uses this address.`,
  reasonEntered: (name: string) => `You get this mail because this address was entered at ${name}.`,
  notYou: "If it was not you, set a new password at once and answer this mail.",
  newPassword: "Set a new password",
  order: {
    subject: (number: string, name: string) => `Your order ${number} from ${name}`,
    preview: (number: string, total: string) =>
      `Order ${number}, ${total}. We write again when it is on its way.`,
    heading: "Thank you for your order",
    text: (number: string) => `We have received order ${number} and your payment.`,
    subtotal: "Subtotal",
    discount: "Discount",
    shipping: "Shipping",
    free: "Free",
    tax: "Tax",
    total: "Total",
    paidWith: "Paid with",
    delivery: "Delivery",
    shippingAddress: "Shipping address",
    track: "Track your order",
    reason: (name: string) =>
      `You get this mail because you ordered from ${name} with this address. Answer it if anything is not right.`,
  },
  newsletter: {
    subject: (name: string) => `Confirm your subscription to ${name}`,
    preview: (name: string) => `One more step, and ${name} writes to you.`,
    heading: "Confirm your subscription",
    text: (name: string) =>
      `Somebody asked for news from ${name} to be sent to this address. If it was you, confirm it here.`,
    button: "Confirm subscription",
    ignore: "If it was not you, do nothing: without the link nobody is subscribed.",
  },
  subscribed: {
    subject: (name: string) => `You are subscribed to ${name}`,
    heading: "You are subscribed",
    text: (name: string) =>
      `Thank you. From now on ${name} writes to you when there is something new, and you can leave at any time.`,
    button: (name: string) => `Visit ${name}`,
    reason: (name: string) => `You get this mail because you subscribed at ${name}.`,
  },
  stockAsked: {
    subject: (product: string) => `Shall we tell you when ${product} is back?`,
    heading: "Confirm your request",
    text: (product: string, name: string) =>
      `Somebody asked ${name} to write to this address when ${product} is back. If it was you, confirm it here.`,
    button: "Yes, tell me",
    ignore: "If it was not you, do nothing: without the link we do not write again.",
  },
  stockConfirmed: {
    subject: (product: string) => `We tell you when ${product} is back`,
    heading: "You are on the list",
    text: (product: string) => `We write to you once, as soon as ${product} can be bought again.`,
  },
  backInStock: {
    subject: (product: string) => `${product} is back`,
    heading: "It is back",
    text: (product: string) =>
      `You asked us to tell you: ${product} can be bought again. We can't set it aside for you.`,
    button: "See it",
    reason: (name: string) => `You get this one mail because you asked ${name} to tell you.`,
  },
  lowStock: {
    subject: (name: string) => `Low stock at ${name}`,
    heading: "Low stock",
    text: "These have fallen to their reorder point.",
    left: (pieces: number) => `${pieces} left`,
    reorderPoint: (point: number) => `Reorder point: ${point}`,
    reason: (name: string) => `You get this mail because this is the address of ${name}.`,
  },
  verifyEmail: {
    subject: (name: string) => `Confirm your address for ${name}`,
    heading: "Confirm your address",
    text: (name: string) =>
      `An account at ${name} was made with this address. If it was you, confirm that the address is yours.`,
    button: "Confirm address",
    ignore: "If it was not you, do nothing.",
  },
  accountExists: {
    subject: (name: string) => `You already have an account at ${name}`,
    heading: "You already have an account",
    text: (name: string) =>
      `Somebody tried to open an account at ${name} with this address, which already has one. If it was you, sign in instead, or set a new password if you have forgotten yours.`,
    button: "Sign in",
    ignore: "If it was not you, do nothing: your account is as it was.",
  },
  resetPassword: {
    subject: (name: string) => `Set a new password for ${name}`,
    heading: "Set a new password",
    text: (name: string) =>
      `Somebody asked to set a new password for your account at ${name}. If it was you, choose one here.`,
    button: "Choose a new password",
    ignore: "If it was not you, do nothing: your password stays as it is.",
  },
  passwordChanged: {
    subject: (name: string) => `Your password for ${name} was changed`,
    heading: "Your password was changed",
    text: (name: string) =>
      `The password of your account at ${name} was changed. All devices have to sign in again.`,
  },
  changeEmail: {
    subject: (name: string) => `Confirm your new address for ${name}`,
    heading: "Confirm your new address",
    text: (name: string) =>
      `This is to become the address of your account at ${name}. Confirm that it is yours, and it is.`,
    button: "Confirm new address",
    ignore: "If you did not ask for it, do nothing: nothing changes then.",
  },
  emailChangeAsked: {
    subject: (name: string) => `A new address was asked for at ${name}`,
    heading: "A new address was asked for",
    text: (name: string) =>
      `Your account at ${name} is to get another address. It changes once the new address is confirmed.`,
  },
  emailChanged: {
    subject: (name: string) => `Your address at ${name} was changed`,
    heading: "Your address was changed",
    text: (name: string) =>
      `Your account at ${name} has another address now. This is the last mail to the old one.`,
    notYou: "If it was not you, answer this mail at once.",
  },
  twoFactorOn: {
    subject: (name: string) => `Two-step sign-in is on at ${name}`,
    heading: "Two-step sign-in is on",
    text: (name: string) =>
      `From now on signing in to your account at ${name} takes a code from your app as well. Keep your recovery codes where you find them again.`,
  },
  twoFactorOff: {
    subject: (name: string) => `Two-step sign-in is off at ${name}`,
    heading: "Two-step sign-in is off",
    text: (name: string) => `Your account at ${name} is protected by the password alone now.`,
  },
  newSignIn: {
    subject: (name: string) => `New sign-in at ${name}`,
    heading: "New sign-in",
    text: (name: string) => `Somebody signed in to your account at ${name}.`,
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
    ignore: "If you do not know what this is about, do nothing.",
    reason: (name: string) => `You get this mail because somebody at ${name} entered this address.`,
  },
};

export type MailTexts = typeof english;
