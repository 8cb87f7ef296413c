import { boletoBarCode, formatLine, lineOfBarCode } from "../../src/acquirers/bar-code.ts"
import type { Sale } from "./ledger.ts"
import type { BoletoPayment } from "./rules/sales.ts"

const BANKS = { Bradesco2: "237", BancoDoBrasil3: "001" } as const

/** What the answer to a boleto has besides. Banco do Brasil gives no DigitableLine. */
export function boletoDetails(sale: Sale, payment: BoletoPayment, random: () => number): Record<string, unknown> {
  const digits = (length: number) => Array.from({ length }, () => Math.floor(random() * 10)).join("")
  const number = payment.BoletoNumber ?? digits(11)
  const freeField = (digits(6) + number.padStart(11, "0")).padEnd(25, "0")
  const barCode = boletoBarCode({
    bank: BANKS[payment.Provider],
    amount: sale.amount,
    dueDate: payment.ExpirationDate,
    freeField,
  })
  return {
    Url: `https://boleto.example/${sale.paymentId}`,
    Number: number,
    BarCodeNumber: barCode,
    ...(payment.Provider === "Bradesco2" && { DigitableLine: formatLine(lineOfBarCode(barCode)) }),
  }
}
