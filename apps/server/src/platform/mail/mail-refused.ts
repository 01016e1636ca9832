/** Thrown if a server has refused a mail permanently, so that another attempt would not help. */
export class MailRefused extends Error {}
