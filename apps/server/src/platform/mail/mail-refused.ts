/** Thrown where a server has refused a mail for good: trying again would change nothing. */
export class MailRefused extends Error {}
