import type { Logger } from "../../base/log.ts"
import type { Acquirer } from "../acquirer.ts"
import type { AcquirerAddresses } from "../addresses.ts"
import type { AcquirerKind, Credentials } from "../kind.ts"
import type { Mandates } from "../mandates.ts"
import type { SaleOutcome } from "../sale.ts"
import { check } from "./check.ts"
import { register } from "./check-addresses.ts"
import { BANK_MEMBERS, certificateEnd, checkMembers } from "./credentials.ts"
import { type Account, type Options, openExchange } from "./exchange.ts"
import { found, lookUpFounding } from "./founding.ts"
import { listTaken } from "./listing.ts"
import { cancelMandate, mandateStatus } from "./mandates.ts"
import { readNotifications } from "./notifications.ts"
import { isRecurringTxid } from "./recurring.ts"
import { charge, lookUpCharge, withdraw } from "./recurring-sales.ts"
import { holds, lookUpRefund, refund } from "./refunds.ts"
import { createPix, lookUp, voidPix } from "./sales.ts"

/** As long as a payment intent may wait. The contract has no limit. */
const MAX_PIX_SECONDS = 30 * 86_400

/** PIX at the merchant's own bank, by Banco Central's API Pix 2.9.0. docs/acquirers.md lists what it supports. */
export function bankPixKind(options: Options = {}): AcquirerKind {
  return {
    name: "bank-pix",
    methods: ["pix"],
    members: BANK_MEMBERS,
    merchant: "pix_key",
    checkMembers,
    listsPayments: true,
    certificateEnd,
    open: (credentials: Credentials, addresses: AcquirerAddresses, log: Logger) =>
      acquirerFor(openExchange(credentials, addresses, log, options)),
    readNotifications,
  }
}

export const bankPix: AcquirerKind = bankPixKind()

function acquirerFor(account: Account): Acquirer {
  const mandates = mandatesOf(account)
  return {
    name: "bank-pix",
    credentials: account.id,
    currencies: { card: [], pix: ["brl"], boleto: [] },
    boletoClearingDays: 0,
    maxPixSeconds: MAX_PIX_SECONDS,
    hasRefundReferences: true,
    keepsExpiredPix: true,
    createPix: (sale, signal) => createPix(account, sale, signal),
    lookUp: (_account, reference, signal) => lookUp(account, reference, signal),
    voidPix: ({ charge }, signal) =>
      isRecurringTxid(charge) ? withdraw(account, charge, signal) : voidPix(account, charge, signal),
    refund: (order, signal) => refund(account, order, signal),
    lookUpRefund: (order, signal) => lookUpRefund(account, order, signal),
    holds: ({ charge }, signal) => holds(account, charge, signal),
    listTaken: (period, signal) => listTaken(account, period, signal),
    authorize: async () => NOT_TAKEN,
    createBoleto: async () => NOT_TAKEN,
    verify: async () => ({ result: "unavailable" }),
    check: (signal, notificationUrl) => check(account, notificationUrl, signal),
    register: (notificationUrl, signal) => register(account, notificationUrl, signal),
    close: () => account.close(),
    ...(mandates && { mandates }),
  }
}

/** PIX Automático. Undefined if nobody has said to which account the money of charges goes. */
function mandatesOf(account: Account): Mandates | undefined {
  if (!account.credentials().account) return undefined
  return {
    found: (sale, signal) => found(account, sale, signal),
    lookUpFounding: (sale, signal) => lookUpFounding(account, sale, signal),
    mandate: ({ mandate }, signal) => mandateStatus(account, mandate, signal),
    cancel: ({ mandate }, signal) => cancelMandate(account, mandate, signal),
    charge: (order, signal) => charge(account, order, signal),
    lookUpCharge: (order, signal) => lookUpCharge(account, order, signal),
    withdraw: (order, signal) => withdraw(account, order.charge, signal),
  }
}

const NOT_TAKEN: SaleOutcome = {
  result: "refused",
  charge: null,
  code: "processing_error",
  message: "The acquirer takes PIX only.",
}
