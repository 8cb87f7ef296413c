import type { Bank, Pix, Return } from "../bank.ts"
import { stamp } from "../clock.ts"
import { reaisOf } from "../money.ts"

/** A payment as the contract shows it. */
export function pixView({ options }: Pick<Bank, "options">, { e2eid, txid, cents, key, at, info, returns }: Pix): object {
  return {
    endToEndId: e2eid,
    ...(txid !== undefined && { txid }),
    valor: reaisOf(cents),
    componentesValor: { original: { valor: reaisOf(cents) } },
    ...(options.keyInPix && key !== undefined && { chave: key }),
    horario: stamp(at),
    ...(info !== undefined && { infoPagador: info }),
    ...(returns.length > 0 && { devolucoes: returns.map(returnView) }),
  }
}

/** A devolução as the contract shows it. */
export function returnView({ id, rtrId, cents, nature, description, asked, settled, status, reason }: Return): object {
  return {
    ...{ id, rtrId, valor: reaisOf(cents), natureza: nature, descricao: description },
    horario: { solicitacao: stamp(asked), ...(settled !== undefined && { liquidacao: stamp(settled) }) },
    ...{ status, motivo: reason },
  }
}
