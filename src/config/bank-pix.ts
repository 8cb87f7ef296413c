import { acquirerUrl } from "./values.ts"

/** The variables for PIX at a bank. Each account's bank has addresses of its own. */
export const BANK_PIX = {
  bankPixUrl: {
    name: "BANK_PIX_URL",
    read: acquirerUrl,
    shownDefault: "that of each account's bank",
    doc: "Where all accounts call API Pix at their [bank](acquirers.md#pix-at-the-merchants-own-bank), in place of the bank's own address: https, or http on this machine. What comes before `/cob`. For tests, and for a bank that Vintém does not know (`profile: other`).",
  },
  bankPixTokenUrl: {
    name: "BANK_PIX_TOKEN_URL",
    read: acquirerUrl,
    shownDefault: "that of each account's bank",
    doc: "Where tokens for API Pix come from, in place of the bank's own address. Set it with `BANK_PIX_URL`.",
  },
  bankPixMandatesUrl: {
    name: "BANK_PIX_MANDATES_URL",
    read: acquirerUrl,
    shownDefault: "`BANK_PIX_URL`, or that of each account's bank",
    doc: "Where mandates of PIX Automático are, if the bank has them elsewhere: what comes before `/rec`, `/locrec` and `/webhookrec`.",
  },
  bankPixMandateChargesUrl: {
    name: "BANK_PIX_MANDATE_CHARGES_URL",
    read: acquirerUrl,
    shownDefault: "`BANK_PIX_URL`, or that of each account's bank",
    doc: "The same for charges under mandates: what comes before `/cobr` and `/webhookcobr`.",
  },
} as const
