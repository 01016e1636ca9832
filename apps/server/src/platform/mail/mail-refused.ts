/** Thrown if a server has refused an email permanently, so that another attempt would not help. */
export class MailRefused extends Error {}
