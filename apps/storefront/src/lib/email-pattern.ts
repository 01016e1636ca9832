/** Matches an address with a name, an at sign and a domain with a dot. Only the email server can check more. */
export const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
