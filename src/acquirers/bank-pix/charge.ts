// A charge (cobrança imediata, cob) as the bank shows it.

import { objectOf } from "../wire/json.ts"
import type { Answer } from "../wire/request.ts"
import { type Pix, readPix } from "./pix.ts"
import { centsOf, listOf, millisOf, must, textOf } from "./wire.ts"

export type Charge = {
  txid: string
  status: string
  cents: number
  key: string
  created: number
  /** Milliseconds until when it may be paid. The bank says ATIVA after that too. */
  until: number
  /** Where the payer's bank reads the charge, without scheme. */
  location: string | undefined
  /** The code that the payer scans ("PIX copia e cola"). Not all banks make it. */
  code: string | undefined
  pix: Pix[]
}

/** With which our txids begin. A txid has at least 26 letters and digits, and a reference 20. */
const PREFIX = "vintem"
const OWN = /^vintem([a-zA-Z0-9]{20})$/

export function txidOf(reference: string): string {
  return PREFIX + reference
}

/** The reference of a sale in a txid. Undefined for a txid that is not of ours. */
export function referenceOf(txid: string | undefined): string | undefined {
  return OWN.exec(txid ?? "")?.[1]
}

export function isOwnTxid(charge: string): boolean {
  return OWN.test(charge)
}

/** Throws NoAnswer for what is no charge. */
export function readCharge({ body, call }: Answer): Charge {
  const { txid, status, valor, chave, calendario, location, loc, pixCopiaECola, pix } = objectOf(body)
  const { criacao, expiracao } = objectOf(calendario)
  const created = must(millisOf(criacao), call, "calendario.criacao")
  const seconds = Number(expiracao)
  return {
    txid: must(textOf(txid), call, "txid"),
    status: must(textOf(status), call, "status"),
    cents: must(centsOf(objectOf(valor).original), call, "valor.original"),
    key: must(textOf(chave), call, "chave"),
    created,
    until: must(seconds > 0 ? created + seconds * 1000 : undefined, call, "calendario.expiracao"),
    location: textOf(location) ?? textOf(objectOf(loc).location),
    code: textOf(pixCopiaECola),
    pix: listOf(pix).map((one) => readPix(one, call)),
  }
}
