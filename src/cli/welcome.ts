import { demoLink } from "../../seeds/dashboard.ts"
import { seed } from "../../seeds/seed.ts"
import type { Server } from "../serve.ts"

/** Creates the demo account, unless there is one. Returns a first request with its key, and a link to its dashboard. */
export async function welcome({ url, dashboardOrigin, modes }: Server): Promise<string> {
  const demo = await seed(modes.test)
  return `
Your test key: ${demo.secret_key}

Create a first payment intent in another terminal (README.md shows the next steps):

  export VINTEM_KEY=${demo.secret_key}
  curl -s ${url}/v1/payment_intents -H "Authorization: Bearer $VINTEM_KEY" \\
    -H 'Content-Type: application/json' -d '{"amount": 4990, "currency": "brl", "customer": "${demo.customer}"}'

Documentation: ${url}/v1/docs
Dashboard: ${await dashboard()}

Ctrl-C ends Vintém.
`

  async function dashboard(): Promise<string> {
    if (!dashboardOrigin) return "not served, because its port is taken (DASHBOARD_PORT)"
    // With live mode, the users are in its database, and none of them is for a demo.
    if (modes.live) return `${dashboardOrigin} (sign in with a link of: npm run -s vintem -- dashboard login)`
    const link = await demoLink(modes.test, dashboardOrigin, demo.account)
    return `${link}\n  (the link signs you in once, within 10 minutes; make run prints a new one)`
  }
}
