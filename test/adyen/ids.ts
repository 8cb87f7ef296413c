import { randomBytes, randomInt } from "node:crypto"

const SIGNS = "BCDFGHJKLMNPQRSTVWXZ0123456789"

function signs(count: number): string {
  return Array.from({ length: count }, () => SIGNS[randomInt(SIGNS.length)]).join("")
}

/** 16 capital letters and digits. */
export function newPspReference(): string {
  return `${signs(14)}82`
}

export function newApiKey(): string {
  return `AQE${randomBytes(45).toString("base64url")}`
}

/** The hexadecimal text of 32 bytes. */
export function newHmacKey(): string {
  return randomBytes(32).toString("hex").toUpperCase()
}

/** A text of a return address: with signs that have to be escaped there. */
export function newRedirectResult(): string {
  return `X6XtfGC3!Y+${randomBytes(24).toString("base64")}==/${signs(6)}`
}

export function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join("")
}
