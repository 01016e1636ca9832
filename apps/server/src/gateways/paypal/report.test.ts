import { expect, test } from "vitest";
import { accountOf } from "../account.fixture.ts";
import { createPayPalGateway } from "../paypal.ts";
import type { Movement } from "../provider.ts";
import { paypalToken, recordedProvider } from "../recorded.fixture.ts";

const at = "2026-11-27T12:00:00Z";
const until = new Date("2026-11-28T00:00:00Z");

/** Returns the movement that the gateway reads from a line of PayPal's report. */
async function movementOf(code: string, value: string, status = "S"): Promise<Movement | null> {
  const line = {
    transaction_info: {
      transaction_id: "9GS80322P28628837",
      paypal_reference_id: "7AF93110P28628837",
      transaction_event_code: code,
      transaction_initiation_date: at,
      transaction_amount: { currency_code: "USD", value },
      transaction_status: status,
    },
  };
  await using server = await recordedProvider({
    "POST /v1/oauth2/token": paypalToken,
    "GET /v1/reporting/transactions": { json: { transaction_details: [line], total_pages: 1 } },
  });
  const gateway = createPayPalGateway(
    accountOf("PAYPAL"),
    { PAYPAL: server.url },
    () => new Date(at),
  );
  const found: Movement[] = [];
  await gateway?.report?.({
    from: new Date("2026-11-27T00:00:00Z"),
    until,
    add: (movements) => Promise.resolve(void found.push(...movements)),
  });
  return found[0] ?? null;
}

/** The codes of PayPal's page "Transaction event codes" that are about payments, and one of each other group. */
test.each([
  ["T0006", "10.00", "capture"],
  ["T0000", "10.00", "capture"],
  ["T0001", "-10.00", "other"],
  ["T0106", "-20.00", "fee"],
  ["T0200", "-10.00", "other"],
  ["T0400", "-10.00", "payout"],
  ["T0400", "10.00", "payout_reversal"],
  ["T1100", "10.00", "refund_reversal"],
  ["T1101", "10.00", "payout_reversal"],
  ["T1105", "10.00", "other"],
  ["T1106", "-10.00", "dispute"],
  ["T1106", "10.00", "dispute_reversal"],
  ["T1107", "-10.00", "refund"],
  ["T1107", "10.00", "refund_reversal"],
  ["T1108", "0.35", "fee"],
  ["T1110", "-10.00", "dispute"],
  ["T1111", "10.00", "dispute_reversal"],
  // A mass payment, not a checkout.
  ["T1115", "10.00", "other"],
  ["T1201", "-10.00", "dispute"],
  ["T1202", "10.00", "dispute_reversal"],
  ["T1205", "10.00", "dispute_reversal"],
  ["T1207", "-10.00", "dispute"],
  ["T1208", "10.00", "dispute_reversal"],
  ["T1208", "-10.00", "dispute"],
  ["T1500", "-10.00", "other"],
] as const)("PayPal's code %s over %s is read as %s", async (code, value, kind) => {
  expect(await movementOf(code, value)).toMatchObject({ kind, currency: "USD" });
});

test.each([
  ["V", "capture"],
  ["P", null],
  ["D", null],
])("a transaction with PayPal's status %s is read as %s", async (status, kind) => {
  expect((await movementOf("T0006", "10.00", status))?.kind ?? null).toBe(kind);
});
