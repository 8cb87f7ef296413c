import type { Bank, Charge } from "../bank.ts"
import { stamp } from "../clock.ts"
import { codeOf } from "../code.ts"
import type { Location } from "../locations.ts"

/** A charge as the contract shows it, without its payments. */
export function chargeView({ profile, accounts }: Bank, charge: Charge, revision = charge.revisions.length - 1): object {
  const { txid, status, loc, cnpj, created } = charge
  const { calendario, ...terms } = charge.revisions[revision]!
  const account = accounts.find((one) => one.cnpj === cnpj)!
  return {
    calendario: { criacao: stamp(created), expiracao: calendario.expiracao },
    ...{ txid, revisao: revision, loc: locationView(loc), location: loc.location, status },
    ...terms,
    ...(profile.code && { pixCopiaECola: codeOf({ location: loc.location, ...account }) }),
  }
}

function locationView({ id, location, created }: Location): object {
  return { id, location, tipoCob: "cob", criacao: stamp(created) }
}
