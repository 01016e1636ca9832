/** Matches an address with a name, an at sign and a domain with a dot. The API checks more. */
export const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
