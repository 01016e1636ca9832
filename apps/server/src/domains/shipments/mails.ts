import { type Services, systemTransaction, type Transaction } from "../../platform/context.ts";
import type { Composer, MailJob } from "../../platform/mail/compose.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import {
  isOutdated,
  linkToOrder,
  mailedOrder,
  type OrderToMail,
  readLinks,
} from "../order-records/mails.ts";
import { readItems, readOrder } from "../order-records/order-rows.ts";
import { deliveredMail, type ShipmentMail, shippedMail } from "./shipment-mails.ts";
import { readShipment } from "./shipment-rows.ts";
import { unitsToSend } from "./shippable.ts";

type ShipmentTemplate = "order-shipped" | "order-delivered";

/**
 * Emails the buyer about a shipment. Sends nothing if the order has no email address, or for a pickup that has been
 * handed over.
 */
export async function enqueueShipmentMail(
  tx: Transaction,
  order: Pick<OrderToMail, "id" | "email" | "pickup" | "language" | "link_version" | "isResent">,
  { template, shipmentId }: { template: ShipmentTemplate; shipmentId: string },
): Promise<void> {
  if (order.email === null) return;
  if (template === "order-delivered" && order.pickup !== null) return;
  const data = { ...mailedOrder(order), shipmentId };
  const { email: to, language } = order;
  await enqueueMail(tx, { template, to, language, data });
}

/** Returns null if the shipment was returned or the email is outdated (see isOutdated). */
export const composeOrderShipped: Composer<"order-shipped"> = async (
  services,
  job,
  sender,
  texts,
) => {
  const read = await readMail(services, job, sender);
  return read === null ? null : { ...shippedMail(read.mail, read.store, texts), ...read.from };
};

/** Returns null if the shipment was returned or the email is outdated (see isOutdated). */
export const composeOrderDelivered: Composer<"order-delivered"> = async (
  services,
  job,
  sender,
  texts,
) => {
  const read = await readMail(services, job, sender);
  return read === null ? null : { ...deliveredMail(read.mail, read.store, texts), ...read.from };
};

type Read = { mail: ShipmentMail; store: Sender; from: { origin: string } };

/**
 * Returns null if the shipment was returned or the email is outdated. Throws NOT_FOUND if the order was deleted, so
 * that the email is dropped.
 */
async function readMail(
  services: Services,
  job: MailJob<ShipmentTemplate>,
  sender: Sender,
): Promise<Read | null> {
  const { storeId, data } = job;
  if (storeId === null) return null;
  const { orderId, shipmentId } = data;
  const { order, shipment, items, links } = await systemTransaction(
    services,
    storeId,
    async (tx: Transaction) => ({
      order: await readOrder(tx, orderId),
      shipment: await readShipment(tx, shipmentId),
      items: await readItems(tx, orderId),
      links: await readLinks(tx, orderId),
    }),
  );
  if (shipment.status === "RETURNED" || isOutdated(job, links)) return null;
  const { origin, link } = await linkToOrder(services, storeId, links, sender);
  const toCome = items
    .map((item) => ({ item, units: unitsToSend(order, item) }))
    .filter(({ units }) => units > 0);
  return {
    mail: { order, link, shipment, toCome },
    store: { ...sender, origin },
    from: { origin },
  };
}
