// The acquirer's script in the page: Cielo's MPI V3 (docs/acquirers.md). It collects the device's data and shows the issuer's page.

export type Acs = { acs_url: string; payload: string; transaction_id: string }

type Mpi = {
  load(config: {
    Environment: string
    Debug: boolean
    onLoadComplete: () => void
    onReady: () => void
    onValidationRequired: (event: unknown) => void
    onError: (event: unknown) => void
  }): void
  init(referenceId: string, token: string): void
  challenge(acs: { AcsUrl: string; Payload: string; TransactionId: string }, order: unknown): void
}

type Helpers = {
  Constants: { getCurrencyISO(): { BRL: unknown }; getOrderChannels(): { ECOMMERCE: unknown } }
  getOrderBuilder(): { withOrderDetails(order: string, currency: unknown, channel: unknown): { build(): unknown } }
}

const mpi = () => (window as unknown as { MPI: Mpi }).MPI
const helpers = () => (window as unknown as { MPIHelpers: Helpers }).MPIHelpers

/** What the script reports next. It has one set of callbacks for its whole life. */
let onReady = () => {}
let onChallengeOver = () => {}
let loaded: Promise<void> | undefined
/** The newest session. A script that comes late must not begin an older one. */
let current: string | undefined

type Given = { scripts?: string; environment?: string }

/**
 * Starts the acquirer's script and waits until it has collected the device's data. A script that does not come or does not become ready in
 * time is no error: the issuer then knows less.
 */
export async function collectDevice(
  { scripts = "", environment = "" }: Given,
  { session, token }: { session: string; token: string },
  withinMs: number,
): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    onReady = resolve
  })
  current = session
  const collect = async () => {
    loaded ??= load(scripts.split(" "), environment)
    await loaded.catch((error) => {
      // The next try loads it again.
      loaded = undefined
      throw error
    })
    if (current === session) mpi().init(session, token)
    await ready
  }
  await Promise.race([collect().catch(() => {}), after(withinMs)])
}

/** Shows the issuer's page, and waits until its part is over, however it ended. False if it was not in time. */
export async function showChallenge(acs: Acs, orderNumber: string, withinMs: number): Promise<boolean> {
  const over = new Promise<true>((resolve) => {
    onChallengeOver = () => resolve(true)
  })
  const { Constants, getOrderBuilder } = helpers()
  const channel = Constants.getOrderChannels().ECOMMERCE
  const order = getOrderBuilder().withOrderDetails(orderNumber, Constants.getCurrencyISO().BRL, channel).build()
  // The names must be written so. The script takes others, and fails later.
  mpi().challenge({ AcsUrl: acs.acs_url, Payload: acs.payload, TransactionId: acs.transaction_id }, order)
  return Promise.race([over, after(withinMs).then(() => false)])
}

/** Takes away what the script has put over the page. It cannot show anything there again. */
export function removeOverlay(page: Element): void {
  for (const element of [...document.body.children]) if (element !== page) element.remove()
}

async function load(scripts: string[], environment: string): Promise<void> {
  for (const src of scripts) await loadScript(src)
  await new Promise<void>((resolve) => {
    mpi().load({
      Environment: environment,
      Debug: false,
      onLoadComplete: resolve,
      onReady: () => onReady(),
      onValidationRequired: () => onChallengeOver(),
      // Whatever went wrong, the server asks the acquirer what came of the challenge.
      onError: () => {
        onReady()
        onChallengeOver()
      },
    })
  })
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(src))
    document.head.append(script)
  })
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
