// How people read an acquirer and the members of its credentials. The kind describes which there are.
import type { Words } from "../../../shared/language.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** By the kind. A member of a group has its path. */
const en = {
  names: { adyen: "Adyen", cielo: "Cielo", "bank-pix": "PIX at your own bank" },
  members: {
    adyen: {
      environment: "Environment",
      merchant_account: "Merchant account",
      api_key: "API key",
      hmac_keys: "HMAC keys of notifications",
      live_prefix: "Live prefix",
    },
    "bank-pix": {
      profile: "Bank",
      pix_key: "PIX key",
      client_id: "Client ID",
      client_secret: "Client secret",
      app_key: "Application key",
      certificate: "Certificate",
      key: "Private key",
      p12: "File .p12 or .pfx",
      passphrase: "Passphrase of the file",
      account: "PIX Automático",
      "account.branch": "Branch",
      "account.number": "Account number",
      "account.type": "Type of the account",
      webhook: "Notifications",
      "webhook.mtls": "Our address demands the bank's certificate (mutual TLS)",
      base_url: "Address of the API",
      token_url: "Address of the tokens",
      mandates_url: "Address of the mandates of PIX Automático",
      mandate_charges_url: "Address of the charges of PIX Automático",
    },
    cielo: {
      merchant_id: "Merchant ID",
      merchant_key: "Merchant key",
      boleto_provider: "Bank that issues boletos",
      mpi: "3-D Secure",
      "mpi.client_id": "Client ID",
      "mpi.client_secret": "Client secret",
      "mpi.establishment_code": "EC number",
      "mpi.merchant_name": "Merchant's name",
      "mpi.mcc": "Merchant category code (MCC)",
      "mpi.amex_code": "Merchant's number at American Express",
    },
  },
  hints: {
    adyen: {
      hmac_keys: "One a line. While you change the key, give the old one and the new one.",
      live_prefix: "What is before -checkout-live in the address of your API. Leave it empty for the test environment.",
    },
    "bank-pix": {
      pix_key: "Payers pay to it. Write it as it is registered: only the digits of a CPF or CNPJ, and +55 before a phone number.",
      client_secret: "Sicoob gives none.",
      app_key: "Banco do Brasil alone gives one.",
      certificate: "PEM, with the private key. Leave both empty if the bank gave you a file .p12 or .pfx.",
      p12: "In base64, in the place of the certificate and the private key.",
      passphrase: "Leave it empty if the file has none.",
      account: "The account at the bank to which payers' banks pay. Without it, nobody can agree to PIX Automático.",
      "account.branch": "1 to 4 digits, without a check digit.",
      "account.number": "With its check digit, without punctuation.",
    },
    cielo: {
      mpi: "Without it, payers are not authenticated.",
      "mpi.merchant_name": "As the bank shows it to the payer.",
      "mpi.amex_code": "Leave it empty if payers with American Express are not authenticated.",
    },
  },
}

const pt: typeof en = {
  names: { adyen: "Adyen", cielo: "Cielo", "bank-pix": "PIX no seu próprio banco" },
  members: {
    adyen: {
      environment: "Ambiente",
      merchant_account: "Merchant account",
      api_key: "Chave de API",
      hmac_keys: "Chaves HMAC das notificações",
      live_prefix: "Prefixo de produção",
    },
    "bank-pix": {
      profile: "Banco",
      pix_key: "Chave PIX",
      client_id: "Client ID",
      client_secret: "Client Secret",
      app_key: "Chave da aplicação",
      certificate: "Certificado",
      key: "Chave privada",
      p12: "Arquivo .p12 ou .pfx",
      passphrase: "Senha do arquivo",
      account: "PIX Automático",
      "account.branch": "Agência",
      "account.number": "Número da conta",
      "account.type": "Tipo da conta",
      webhook: "Notificações",
      "webhook.mtls": "Nosso endereço exige o certificado do banco (TLS mútuo)",
      base_url: "Endereço da API",
      token_url: "Endereço dos tokens",
      mandates_url: "Endereço das autorizações do PIX Automático",
      mandate_charges_url: "Endereço das cobranças do PIX Automático",
    },
    cielo: {
      merchant_id: "Merchant ID",
      merchant_key: "Merchant Key",
      boleto_provider: "Banco emissor dos boletos",
      mpi: "3-D Secure",
      "mpi.client_id": "Client ID",
      "mpi.client_secret": "Client Secret",
      "mpi.establishment_code": "Número do EC",
      "mpi.merchant_name": "Nome da loja",
      "mpi.mcc": "Código da categoria da loja (MCC)",
      "mpi.amex_code": "Número da loja na American Express",
    },
  },
  hints: {
    adyen: {
      hmac_keys: "Uma por linha. Enquanto você troca a chave, informe a antiga e a nova.",
      live_prefix: "O que vem antes de -checkout-live no endereço da sua API. Deixe vazio no ambiente de teste.",
    },
    "bank-pix": {
      pix_key:
        "Os pagadores pagam para ela. Escreva como está registrada: só os dígitos de um CPF ou CNPJ, e +55 antes de um telefone.",
      client_secret: "O Sicoob não fornece.",
      app_key: "Só o Banco do Brasil fornece.",
      certificate: "PEM, com a chave privada. Deixe os dois vazios se o banco deu um arquivo .p12 ou .pfx.",
      p12: "Em base64, no lugar do certificado e da chave privada.",
      passphrase: "Deixe vazio se o arquivo não tem senha.",
      account: "A conta no banco que recebe o dinheiro. Sem ela, ninguém pode autorizar o PIX Automático.",
      "account.branch": "De 1 a 4 dígitos, sem dígito verificador.",
      "account.number": "Com o dígito verificador, sem pontuação.",
    },
    cielo: {
      mpi: "Sem ele, os pagadores não são autenticados.",
      "mpi.merchant_name": "Como o banco mostra ao pagador.",
      "mpi.amex_code": "Deixe vazio se os pagadores com American Express não são autenticados.",
    },
  },
}

export const LABELS: Words<typeof en> = { en, pt }

type Texts = Partial<Record<string, string>>
type Labels = { names: Texts; members: Partial<Record<string, Texts>>; hints: Partial<Record<string, Texts>> }

/** A process may know a kind that has no texts here. */
const labelsOf = (request: DashboardRequest): Labels => request.words(LABELS)

/** The name of an acquirer. */
export function acquirerName(request: DashboardRequest, name: string): string {
  const labels = labelsOf(request)
  return labels.names[name] ?? readable(name)
}

/** The label of a member by its path. A member of a group has a label that counts within the group. */
export function memberLabel(request: DashboardRequest, kind: string, path: string): string {
  const labels = labelsOf(request)
  return labels.members[kind]?.[path] ?? readable(path.split(".").at(-1) ?? path)
}

export function memberHint(request: DashboardRequest, kind: string, path: string): string | undefined {
  const labels = labelsOf(request)
  return labels.hints[kind]?.[path]
}

/** The label of a member with that of its group. */
export function wholeLabel(request: DashboardRequest, kind: string, path: string): string {
  const [group = path] = path.split(".")
  const label = memberLabel(request, kind, path)
  return group === path ? label : `${memberLabel(request, kind, group)}: ${label}`
}

/** `pix_key` becomes `Pix key`. */
function readable(name: string): string {
  const words = name.replaceAll(/[_-]/g, " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}
