// What is searched for, from what one payment has to what nearly all have.
import type { FoundIntentsRequest } from "../../../src/payments/search/page.ts"
import { cpfOf, OLD_PRICE, RARE_SURNAME } from "./shop.ts"

type Question = { title: string; query(i: number, payments: number): string; filters?: Partial<FoundIntentsRequest> }

/** A number of a customer or a payment, another one for each search. */
const some = (i: number, payments: number) => 1 + ((i * 7919 + 17) % payments)

export const QUESTIONS: readonly Question[] = [
  { title: "whole e-mail", query: (i, payments) => `cliente${some(i, payments)}@example.com` },
  { title: "beginning of e-mails that 111 have", query: (i) => `cliente${1000 + i}` },
  { title: "beginning of e-mails that all have", query: () => "cliente" },
  { title: "CPF", query: (i, payments) => cpfOf(some(i, payments)) },
  { title: "name that 100,000 have", query: () => "maria" },
  { title: "beginning of two letters that 100,000 have", query: () => "ma" },
  { title: "beginning of two letters that none has", query: () => "zq" },
  { title: "two words of names that many have", query: () => "maria sobrenome1" },
  { title: "two words that many have, and none together", query: () => "maria nome77" },
  { title: "name that many have with a word that few have", query: () => `maria ${RARE_SURNAME}` },
  { title: "name that many have with a word that none has", query: () => "maria zzyzx" },
  { title: "last four digits", query: (i) => String(1000 + ((i * 37) % 9000)) },
  { title: "last four digits of half of the payments", query: () => "4242" },
  { title: "metadata that one has", query: (i, payments) => `ord_${some(i, payments)}` },
  { title: "metadata that half have", query: () => "loja" },
  { title: "word of descriptions that one has", query: (i, payments) => `p${some(i, payments)}` },
  { title: "word of descriptions that half have", query: () => "assinatura" },
  { title: "beginning of many words of descriptions", query: () => "p1" },
  { title: "word of 60,000 old payments alone", query: () => "campanha" },
  { title: "price that 40 % have", query: () => "49,90" },
  { title: "price of 100,000 old payments alone", query: () => OLD_PRICE },
  { title: "price that none has", query: () => "7.777,77" },
  { title: "name that 100,000 have, in a status that none has", query: () => "maria", filters: { status: "requires_action" } },
  { title: "name that 100,000 have, of the oldest days", query: () => "maria", filters: { created_lt: 1_700_100_000 } },
]
