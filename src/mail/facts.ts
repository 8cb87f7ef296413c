import { dateFormat } from "../base/formats.ts"

const ZONE = "America/Sao_Paulo"

export type Fact = readonly (string | null | undefined | false)[]

/** The facts of a mail that have a value. */
export function known(facts: readonly Fact[]): [string, string][] {
  return facts.flatMap(([label, value]) => (label && value ? [[label, value] as [string, string]] : []))
}

export function dayText(locale: string, seconds: number): string {
  return dateFormat(locale, { dateStyle: "long", timeZone: ZONE }).format(seconds * 1000)
}

export function timeText(locale: string, seconds: number): string {
  return dateFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: ZONE }).format(seconds * 1000)
}
