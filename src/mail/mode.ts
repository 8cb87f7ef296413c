import type { Logo } from "../accounts/logo.ts"
import type { Scope } from "../accounts/scope.ts"
import type { Config } from "../config/config.ts"
import type { Queries } from "../db/database.ts"
import type { EventsMode } from "../events/webhooks/mode.ts"
import type { WorkMode } from "../jobs/work.ts"
import type { BoletoPaper } from "../payments/links/table.ts"
import type { MailServer } from "./smtp.ts"

/** Draws the PDF of a boleto, with the account's logo. */
export type DrawBoleto = (link: string, account: string, paper: BoletoPaper, logo: Logo | undefined) => Promise<Buffer>

/** The members of a mode that mails use. */
export type MailMode = WorkMode &
  EventsMode & {
    readonly config: Pick<Config, "retainMailsDays" | "dashboardOrigin" | "dashboardPort">
    readonly baseUrl: string
    /** The database of the dashboard's users. It may be that of another mode. */
    readonly users: Queries
    /** Undefined if mails of this mode go nowhere. */
    readonly mailServer?: MailServer
    /** Undefined in CLI commands, which send no mails. */
    readonly drawBoleto?: DrawBoleto
  }

export type MailScope = Scope<MailMode>
