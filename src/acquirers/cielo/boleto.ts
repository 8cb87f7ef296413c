import { barCodeOfLine, isBarCode } from "../bar-code.ts"
import type { PayerAction } from "../sale.ts"
import type { Payment } from "./answers.ts"

type BoletoAction = Extract<PayerAction, { type: "boleto" }>
/** The parts that a bank writes into the 25 free digits of the bar code. A part that the bank leaves out is an empty text. */
type Terms = Pick<BoletoAction, "agency_and_code" | "our_number" | "wallet">

const BANKS: Record<string, { name: string; terms: (freeField: string) => Terms }> = {
  "237": { name: "Bradesco", terms: bradesco },
  "001": { name: "Banco do Brasil", terms: bancoDoBrasil },
}

/** What the payer of a boleto needs. Undefined if the response has no bar code that can be paid. */
export function boletoAction({ barCode, line, ourNumber }: Payment): BoletoAction | undefined {
  const bar_code = barCode !== undefined && isBarCode(barCode) ? barCode : barCodeOfLine(line ?? "")
  if (bar_code === undefined) return undefined
  const code = bar_code.slice(0, 3)
  const bank = BANKS[code]
  const terms = bank?.terms(bar_code.slice(19)) ?? { agency_and_code: "", our_number: "", wallet: "" }
  return {
    type: "boleto",
    bar_code,
    bank: { code, name: bank?.name ?? `Banco ${code}` },
    ...terms,
    our_number: ourNumber ?? terms.our_number,
  }
}

/** Branch (4), wallet (2), number (11), account (7), 0. */
function bradesco(free: string): Terms {
  const wallet = free.slice(4, 6)
  return {
    agency_and_code: `${free.slice(0, 4)} / ${free.slice(17, 24)}`,
    our_number: `${wallet}/${free.slice(6, 17)}`,
    wallet,
  }
}

/**
 * An agreement of seven digits: 000000, agreement (7), number (10), wallet (2). The printed number begins with the agreement.
 * An older agreement: agreement (6), number (5), branch (4), account (8), wallet (2).
 */
function bancoDoBrasil(free: string): Terms {
  const wallet = free.slice(23)
  if (free.startsWith("000000")) {
    return { agency_and_code: free.slice(6, 13), our_number: free.slice(6, 23), wallet }
  }
  return { agency_and_code: `${free.slice(11, 15)} / ${free.slice(15, 23)}`, our_number: free.slice(0, 11), wallet }
}
