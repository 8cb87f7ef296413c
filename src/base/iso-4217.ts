/** When these lists were last compared with ISO 4217, list one (active codes) and list three (codes of the past). */
export const ISO_4217_DATE = "2026-01-01"

/** The currencies of list one, by the number of decimals of an amount. */
const ACTIVE: Record<number, string> = {
  0: "bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf",
  2: `aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob bov brl bsd btn bwp byn bzd cad cdf che chf chw cny cop
    cou crc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl htg huf idr ils inr irr
    jmd kes kgs khr kpw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn mxv myr mzn nad ngn
    nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl
    thb tjs tmt top try ttd twd tzs uah usd usn uyu uzs ved ves wst xad xcd xcg yer zar zmw zwg`,
  3: "bhd iqd jod kwd lyd omr tnd",
  4: "clf uyw",
}

/** Codes of the past, and units of account without decimals of their own, which the service has always taken with two. */
const TAKEN = "ang bgn cuc hrk sll zwl xdr xsu"

/** The number of decimals of each currency, by its code in lower case. */
export const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...codesIn(TAKEN).map((code) => [code, 2] as const),
  ...Object.entries(ACTIVE).flatMap(([decimals, codes]) => codesIn(codes).map((code) => [code, Number(decimals)] as const)),
])

function codesIn(list: string): string[] {
  return list.split(/\s+/)
}
