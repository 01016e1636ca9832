/** An address with a name, an at sign and a domain with a dot. Only the mail server can check more. */
export const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
