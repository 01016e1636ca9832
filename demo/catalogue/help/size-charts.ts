import type { DemoChart } from "../store-types.ts";

const letters = ["XXS", "XS", "S", "M", "L", "XL", "XXL"];

/** Body measurements in centimeters. The product pages have the measurements of the garments. */
export const women: DemoChart = {
  name: "Women",
  columns: ["Size", "Bust", "Waist", "Hips", "Length", "US", "EU", "UK"],
  rows: rows(letters, {
    bust: ["76", "80", "84", "88", "94", "100", "106"],
    waist: ["58", "62", "66", "70", "76", "82", "88"],
    hips: ["84", "88", "92", "96", "102", "108", "114"],
    length: ["39", "39.5", "40", "40.5", "41.5", "42.5", "43.5"],
    us: ["0", "2", "4", "6", "8", "10", "12"],
    eu: ["32", "34", "36", "38", "40", "42", "44"],
    uk: ["4", "6", "8", "10", "12", "14", "16"],
  }),
};

export const men: DemoChart = {
  name: "Men",
  columns: ["Size", "Chest", "Waist", "Hips", "Length", "US", "EU", "UK"],
  rows: rows(letters.slice(1), {
    chest: ["88", "92", "98", "104", "110", "116"],
    waist: ["74", "78", "84", "90", "96", "102"],
    hips: ["90", "94", "98", "104", "110", "116"],
    length: ["43", "44", "45", "46", "47", "48"],
    us: ["34", "36", "38", "40", "44", "46"],
    eu: ["44", "46", "48", "50", "54", "56"],
    uk: ["34", "36", "38", "40", "44", "46"],
  }),
};

/** Shoe sizes: US sizes differ for women and men. CM is the foot's length from heel to longest toe. */
export const shoes: DemoChart = {
  name: "Shoes",
  columns: ["US", "EU", "UK", "CM"],
  rows: [
    ["Women 5", "36", "3", "22.7"],
    ["Women 6", "37", "4", "23.3"],
    ["Women 7", "38", "5", "24"],
    ["Women 8", "39", "6", "24.7"],
    ["Women 8.5 / Men 7.5", "40", "6.5", "25.3"],
    ["Women 9.5 / Men 8.5", "41", "7.5", "26"],
    ["Women 10 / Men 9", "42", "8", "26.7"],
    ["Men 10", "43", "9", "27.3"],
    ["Men 10.5", "44", "9.5", "28"],
    ["Men 11.5", "45", "10.5", "28.7"],
    ["Men 12", "46", "11", "29.3"],
  ],
};

export const accessories: DemoChart = {
  name: "Accessories",
  columns: ["Size", "Description", "Fit"],
  rows: [
    ["S", "Gloves 7, belts 70-82 cm", "Hand 17-18.5 cm around"],
    ["M", "Gloves 7.5, belts 80-94 cm", "Hand 18.5-20 cm around"],
    ["L", "Gloves 8.5, belts 92-108 cm", "Hand 20-22 cm around"],
    ["One Size", "Bags, scarves, beanies, caps", "Heads 55-61 cm around"],
  ],
};

function rows(sizes: string[], columns: Record<string, string[]>): string[][] {
  return sizes.map((size, index) => [
    size,
    ...Object.values(columns).map((column) => column[index] ?? ""),
  ]);
}
