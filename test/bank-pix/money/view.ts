import type { Bank, Pix, Return } from "../bank.ts"
import { stamp } from "../clock.ts"
import { reaisOf } from "../money.ts"

/** A payment as the contract shows it. */
export function pixView(
  { options }: Pick<Bank, "options">,
  { e2eid, txid, cents, components, key, at, info, returns }: Pix,
): object {
  return {
    endToEndId: e2eid,
    ...(txid !== undefined && { txid }),
    valor: reaisOf(cents),
    componentesValor: componentsView({ original: cents, ...components }),
    ...(options.keyInPix && key !== undefined && { chave: key }),
    horario: stamp(at),
    ...(info !== undefined && { infoPagador: info }),
    ...(returns.length > 0 && { devolucoes: returns.map(returnView) }),
  }
}

/** Parts of 0 are left out. */
function componentsView(components: Record<string, number>): object {
  const parts = Object.entries(components).filter(([, cents]) => cents > 0)
  return Object.fromEntries(parts.map(([name, cents]) => [name, { valor: reaisOf(cents) }]))
}

/** A devolução as the contract shows it. */
export function returnView({ id, rtrId, cents, nature, description, asked, settled, status, reason }: Return): object {
  return {
    ...{ id, rtrId, valor: reaisOf(cents), natureza: nature, descricao: description },
    horario: { solicitacao: stamp(asked), ...(settled !== undefined && { liquidacao: stamp(settled) }) },
    ...{ status, motivo: reason },
  }
}
