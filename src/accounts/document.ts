import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils"

const CPF = /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/
/** Letters as well as digits, as Receita Federal issues them from July 2026 on; the check digits stay digits. */
const CNPJ = /^[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}$/i

/**
 * Reads a CPF or a CNPJ, with its usual punctuation or without any. Answers it bare and in upper case (11 digits; 14 letters
 * and digits), or undefined where its form or its check digits are wrong.
 */
export function readDocument(type: "cpf" | "cnpj", text: string): string | undefined {
  if (!(type === "cpf" ? CPF : CNPJ).test(text)) return undefined
  const number = text.replace(/[./-]/g, "").toUpperCase()
  const valid = type === "cpf" ? isValidCpf(number) : isValidCnpj(number, { version: 2 })
  return valid ? number : undefined
}

/** A bare CPF or CNPJ as people write it: `123.456.789-09`, `12.ABC.345/01DE-35`. */
export function formatDocument(number: string): string {
  return number.length === 11
    ? number.replace(/^(.{3})(.{3})(.{3})(.{2})$/, "$1.$2.$3-$4")
    : number.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5")
}
