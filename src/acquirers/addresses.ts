/** The addresses of acquirers, from the environment: URLs without a trailing slash. And what is unsure about Cielo (docs/configuration.md). */
export type AcquirerAddresses = {
  readonly cieloApiUrl: string
  readonly cieloQueryUrl: string
  readonly cieloCaptureDays: number
  readonly cieloDebitBrands: readonly string[]
  readonly cieloAuthenticationCodes: readonly string[]
  readonly cieloShortEci: string
  readonly cieloReturnUrl?: string | undefined
  readonly cieloMpiUrl: string
  readonly cieloMpiIpMember: string
  readonly cieloMpiAmexMember: string
  readonly cieloMpiFailedCodes: readonly string[]
  readonly cieloMpiUnavailableCodes: readonly string[]
  readonly cieloMpiScriptHosts?: readonly string[] | undefined
  readonly cieloMpiLibraryHosts: readonly string[]
  /** In place of the address of each account's bank. */
  readonly bankPixUrl?: string | undefined
  readonly bankPixTokenUrl?: string | undefined
  readonly bankPixMandatesUrl?: string | undefined
  readonly bankPixMandateChargesUrl?: string | undefined
  /** In place of the address of each account's environment. */
  readonly adyenCheckoutUrl?: string | undefined
  /** Where our own pages are. */
  readonly baseUrl?: string | undefined
}
