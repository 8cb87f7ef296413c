import type { Bank, Pix } from "../bank.ts"
import { newEndToEndId } from "../ids.ts"

const PAYER = { cpf: "12345678909" }

/** Money arrives in an account. `at` is milliseconds, now unless given. `unseenMs`: no read shows it before. */
export function receive(
  bank: Bank,
  { at = bank.clock.now(), e2eid = newEndToEndId(at), payer = PAYER, unseenMs = 0, ...given }: Arrival,
): Pix {
  if (!(Number.isSafeInteger(given.cents) && given.cents > 0)) throw new RangeError(`nobody pays ${given.cents} cents`)
  const pix: Pix = { ...given, e2eid, at, payer, returns: [] }
  bank.pix.put(e2eid, pix, bank.clock.now() + unseenMs)
  bank.accounts.find(({ cnpj }) => cnpj === given.cnpj)!.balance += given.cents
  return pix
}

type Arrival = Pick<Pix, "cnpj" | "key" | "cents" | "txid" | "info" | "components"> &
  Partial<Pick<Pix, "e2eid" | "at" | "payer">> & { unseenMs?: number }
