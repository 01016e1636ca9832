/** The addresses in the test buyer's wallet: some with different shipping and tax, and one in a distant country. */
export const addresses = [
  {
    label: "Test Buyer, 500 Terry Francois Blvd, San Francisco, US",
    name: "Test Buyer",
    address: {
      address_line_1: "500 Terry Francois Blvd",
      admin_area_2: "San Francisco",
      admin_area_1: "CA",
      postal_code: "94158",
      country_code: "US",
    },
  },
  {
    label: "Ada Rossi, Via Roma 1, Milano, IT",
    name: "Ada Rossi",
    address: {
      address_line_1: "Via Roma 1",
      admin_area_2: "Milano",
      admin_area_1: "MI",
      postal_code: "20121",
      country_code: "IT",
    },
  },
  {
    label: "Max Muster, Friedrichstr. 10, Berlin, DE",
    name: "Max Muster",
    address: {
      address_line_1: "Friedrichstr. 10",
      admin_area_2: "Berlin",
      postal_code: "10117",
      country_code: "DE",
    },
  },
  {
    label: "Ana Lima, Base Comandante Ferraz, AQ",
    name: "Ana Lima",
    address: {
      address_line_1: "Base Comandante Ferraz",
      admin_area_2: "King George Island",
      postal_code: "00000",
      country_code: "AQ",
    },
  },
];
