/** Where an order is picked up: "Milan, Via Tortona 3". */
export function placeWords({
  locationName,
  address,
}: {
  locationName: string;
  address: string;
}): string {
  return [locationName, address].filter((words) => words !== "").join(", ");
}
