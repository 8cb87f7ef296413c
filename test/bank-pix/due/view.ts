import type { Bank } from "../bank.ts"
import { stamp } from "../clock.ts"
import { codeOf } from "../code.ts"
import { pixView } from "../money/view.ts"
import type { DueCharge } from "./types.ts"

const ADDRESS = { logradouro: "Rua da Loja 1", cidade: "Sao Paulo", uf: "SP", cep: "01310100" }

/** A charge with a due date as the contract shows it, without its payments. */
export function dueView({ profile, accounts }: Bank, charge: DueCharge, revision = charge.revisions.length - 1): object {
  const { txid, status, loc, cnpj, created } = charge
  const { calendario, ...terms } = charge.revisions[revision]!
  const account = accounts.find((one) => one.cnpj === cnpj)!
  return {
    calendario: { criacao: stamp(created), ...calendario },
    ...{ txid, revisao: revision, location: loc.location, status, ...terms },
    loc: { id: loc.id, location: loc.location, tipoCob: "cobv", criacao: stamp(loc.created) },
    recebedor: { cnpj, nome: account.name, ...ADDRESS },
    ...(profile.code && { pixCopiaECola: codeOf({ location: loc.location, ...account }) }),
  }
}

/** The same, with its payments. */
export function wholeDueView(bank: Bank, charge: DueCharge, revision?: number): object {
  const pix = charge.pix.flatMap((e2eid) => bank.pix.seen(e2eid, bank.clock.now()) ?? [])
  return { ...dueView(bank, charge, revision), ...(pix.length > 0 && { pix: pix.map((one) => pixView(bank, one)) }) }
}
