import { isValidCnpj } from "@brazilian-utils/brazilian-utils/is-valid-cnpj"
import { isValidCpf } from "@brazilian-utils/brazilian-utils/is-valid-cpf"

const CPF = /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/
/** From July 2026, Receita Federal issues numbers with letters. The check digits remain digits. */
const CNPJ = /^[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}$/i

/**
 * Parses a CPF or a CNPJ, with or without its usual punctuation. Returns it without punctuation and in upper case (a CPF has 11
 * digits, a CNPJ 14 letters and digits). Returns undefined if its form or its check digits are wrong.
 */
export function readDocument(type: "cpf" | "cnpj", text: string): string | undefined {
  if (!(type === "cpf" ? CPF : CNPJ).test(text)) return undefined
  const number = text.replace(/[./-]/g, "").toUpperCase()
  const valid = type === "cpf" ? isValidCpf(number) : isValidCnpj(number, { version: 2 })
  return valid ? number : undefined
}

/** Parses a text that may be a CPF or a CNPJ, with or without its usual punctuation. Returns undefined if the text is neither. */
export function findDocument(text: string): { type: "cpf" | "cnpj"; number: string } | undefined {
  for (const type of ["cpf", "cnpj"] as const) {
    const number = readDocument(type, text)
    if (number) return { type, number }
  }
  return undefined
}

/** Adds the punctuation to a CPF or CNPJ: `123.456.789-09`, `12.ABC.345/01DE-35`. */
export function formatDocument(number: string): string {
  return number.length === 11
    ? number.replace(/^(.{3})(.{3})(.{3})(.{2})$/, "$1.$2.$3-$4")
    : number.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5")
}

/** A document with its kind: `CPF 123.456.789-09`. */
export function namedDocument(number: string): string {
  return `${kindOfDocument(number)} ${formatDocument(number)}`
}

/** Whether a number is a CPF or a CNPJ. */
export function kindOfDocument(number: string): "CPF" | "CNPJ" {
  return number.length === 11 ? "CPF" : "CNPJ"
}

/** A CPF or CNPJ for those who may not see all of it: `***.456.789-**`, `**.ABC.345/****-**`. */
export function maskedDocument(number: string): string {
  const formatted = formatDocument(number)
  return number.length === 11 ? `***${formatted.slice(3, 12)}**` : `**${formatted.slice(2, 11)}****-**`
}
