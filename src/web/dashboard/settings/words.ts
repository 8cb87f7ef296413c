import type { Words } from "../shell/language.ts"

const en = {
  settings: "Settings",
  account: "Account",
  origins: "Origins",
  integrations: "Integrations",
  acquirer: "Acquirer",
}

const pt: typeof en = {
  settings: "Configurações",
  account: "Conta",
  origins: "Origens",
  integrations: "Integrações",
  acquirer: "Adquirente",
}

export const WORDS: Words<typeof en> = { en, pt }
