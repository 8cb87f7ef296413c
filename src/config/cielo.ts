import { acquirerUrl, codes, integer, memberPath, oneOf, policyHosts, someOf, webUrl } from "./values.ts"

/** The variables for Cielo: its addresses, and what its documents leave open. */
export const CIELO = {
  cieloApiUrl: {
    name: "CIELO_API_URL",
    read: acquirerUrl,
    default: "https://api.cieloecommerce.cielo.com.br",
    doc: "Where payments are sent to Cielo: https, or http on this machine for tests. The sandbox is `https://apisandbox.cieloecommerce.cielo.com.br`.",
  },
  cieloQueryUrl: {
    name: "CIELO_QUERY_URL",
    read: acquirerUrl,
    default: "https://apiquery.cieloecommerce.cielo.com.br",
    doc: "Where payments are looked up at Cielo. The sandbox is `https://apiquerysandbox.cieloecommerce.cielo.com.br`.",
  },
  cieloCaptureDays: {
    name: "CIELO_CAPTURE_DAYS",
    read: integer(2, 30),
    default: "7",
    doc: "For how many days Cielo captures an authorized card. A payment is released a day earlier. Ask Cielo which limit your brands have.",
  },
  cieloDebitBrands: {
    name: "CIELO_DEBIT_BRANDS",
    read: someOf("visa", "mastercard", "elo"),
    default: "visa,mastercard,elo",
    doc: "The brands of debit cards that Cielo takes for your merchants, comma-separated. A confirm with another debit card is 400 `parameter_invalid`, before its payer is asked for anything. Sources differ about Elo: ask Cielo.",
  },
  cieloAuthenticationCodes: {
    name: "CIELO_AUTHENTICATION_CODES",
    read: codes,
    default: "1A,AI",
    doc: "The codes with which an issuer refuses a card until its payer is [authenticated](acquirers.md#3-d-secure), comma-separated, or `none`. Ask Cielo which it sends.",
  },
  cieloShortEci: {
    name: "CIELO_SHORT_ECI",
    read: oneOf("after_400", "after_named_400", "always"),
    default: "after_400",
    doc: "When a sale carries the indicator of 3-D Secure (Eci) with one digit in place of two: once more after Cielo has refused it with 400 and shows no payment of the order (`after_400`), only where that refusal names the Eci (`after_named_400`), or `always`. Cielo's documents have both.",
  },
  cieloReturnUrl: {
    name: "CIELO_RETURN_URL",
    read: webUrl,
    shownDefault: "not sent",
    doc: "The `ReturnUrl` of sales whose payer was authenticated. Older documents of Cielo ask for one, current ones have none. Nobody is led there.",
  },
  cieloMpiUrl: {
    name: "CIELO_MPI_URL",
    read: acquirerUrl,
    default: "https://mpi.braspag.com.br",
    doc: "Where payers are authenticated by [3-D Secure](acquirers.md#3-d-secure), without `/v3`: https, or http on this machine for tests. The sandbox is `https://mpisandbox.braspag.com.br`.",
  },
  cieloMpiIpMember: {
    name: "CIELO_MPI_IP_MEMBER",
    read: memberPath,
    default: "device.ipAddress",
    doc: "The member in which the MPI takes the payer's address. A dot leads into an object. Cielo has not documented it for V3.",
  },
  cieloMpiAmexMember: {
    name: "CIELO_MPI_AMEX_MEMBER",
    read: memberPath,
    default: "brandEstablishmentCode",
    doc: "The member in which the MPI takes the merchant's number at American Express. Cielo has not documented it for V3.",
  },
  cieloMpiFailedCodes: {
    name: "CIELO_MPI_FAILED_CODES",
    read: codes,
    default: "476",
    doc: "The codes of the MPI after which a payer who was not authenticated has failed, comma-separated, or `none`.",
  },
  cieloMpiUnavailableCodes: {
    name: "CIELO_MPI_UNAVAILABLE_CODES",
    read: codes,
    default: "101,102,150,151,152,234,MPI900,MPI901,MPI902",
    doc: "The codes of the MPI that say that it cannot authenticate now, comma-separated, or `none`. After every other code the card takes no part in 3DS.",
  },
  cieloMpiScriptHosts: {
    name: "CIELO_MPI_SCRIPT_HOSTS",
    read: policyHosts,
    shownDefault:
      "`songbird.cardinalcommerce.com` (`songbirdstag` at the sandbox), `static.client.cardinaltrusted.com`, `cas.static.client.cardinaltrusted.com`",
    doc: "The hosts from which the MPI's script loads its library, comma-separated. The page of 3-D Secure allows their scripts. Cielo has not documented them for V3.",
  },
  cieloMpiLibraryHosts: {
    name: "CIELO_MPI_LIBRARY_HOSTS",
    read: policyHosts,
    default: "*.cardinalcommerce.com,*.cardinaltrusted.com",
    doc: "The hosts that this library calls, and of which it shows pictures, comma-separated. `*.` stands for every name below a host.",
  },
  cieloChargebackUrl: {
    name: "CIELO_CHARGEBACK_URL",
    read: acquirerUrl,
    default: "https://api-internet.cielo.com.br/cielo-chargeback-sys-external/chargeback/v1",
    doc: "Where [chargebacks](acquirers.md#chargebacks) are listed and answered at Cielo. The sandbox is `https://apihml-internet.cielo.com.br/cielo-chargeback-sys-sandbox/chargeback/v1`. An older edition of Cielo's manual ends it with `/v1/chargeback`.",
  },
  cieloChargebackTokenUrl: {
    name: "CIELO_CHARGEBACK_TOKEN_URL",
    read: acquirerUrl,
    default: "https://api-internet.cielo.com.br/cielo-security-sys-web/oauth/v2/MulesoftPRD/protocol/openid-connect/token",
    doc: "Where the tokens for chargebacks come from. The sandbox is `https://apihml-internet.cielo.com.br/cielo-security-sys-web-hml/oauth/v2/MulesoftHML/protocol/openid-connect/token`.",
  },
  cieloChargebackFile: {
    name: "CIELO_CHARGEBACK_FILE",
    read: oneOf("multipart", "base64"),
    default: "multipart",
    doc: "How the document of a refused chargeback is sent to Cielo: `multipart` as its manual says, or `base64` as its reference page shows.",
  },
} as const
