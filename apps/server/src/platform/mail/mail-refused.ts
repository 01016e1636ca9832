/** Thrown if a server has rejected an email permanently, so that another attempt would not help. */
export class MailRefused extends Error {}
