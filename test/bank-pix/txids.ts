import { type Bank, idOf } from "./bank.ts"
import { refuse } from "./types.ts"

const TXID = /^[a-zA-Z0-9]{26,35}$/
const KINDS = { charges: "cob", due: "cobv", recurring: "cobr" } as const

/** Throws a refusal unless the txid of a charge can be one, and no charge of another kind has it: each kind is not promised a space of its own. */
export function checkTxid(bank: Bank, cnpj: string, txid: string, kind: keyof typeof KINDS, error: string): void {
  const others = (["charges", "due", "recurring"] as const).filter((one) => one !== kind)
  const used = others.find((one) => bank[one].last(idOf(cnpj, txid)) !== undefined)
  if (used) bank.misuse.report(`the txid ${txid} of a ${KINDS[kind]} is that of a ${KINDS[used]}`)
  const propriedade = `${KINDS[kind]}.txid`
  refuse(error, [
    !TXID.test(txid) && { razao: "O campo txid não respeita o schema.", propriedade },
    used !== undefined && { razao: "O campo txid encontra-se em uso.", propriedade },
  ])
}
