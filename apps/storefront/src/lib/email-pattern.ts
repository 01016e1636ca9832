/** An address with a name, an at sign and a domain with a dot: the mail server knows the rest. */
export const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
