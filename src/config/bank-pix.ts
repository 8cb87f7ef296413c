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
} as const
