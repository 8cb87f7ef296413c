import { type Command, InvalidArgumentError } from "commander"
import type { ModeName } from "../base/mode-name.ts"
import { findDeliveryAnywhere, newestDeliveries, presentDelivery } from "../events/webhooks/deliveries.ts"
import { replayDelivery } from "../events/webhooks/replay.ts"
import { DELIVERY_STATUSES, type DeliveryStatus } from "../events/webhooks/tables.ts"
import { actOn } from "./shared/act.ts"
import { readLimit } from "./shared/limit.ts"
import { modesNamed, mustFindAccount, ofDatabase, print, readMode, table, warnOfLimit, withModes } from "./shared/operator.ts"

type ListOptions = {
  mode: ModeName
  database?: string
  account?: string
  status?: DeliveryStatus
  limit: number
  json?: boolean
}

export function deliveryCommands(vintem: Command): void {
  const deliveries = vintem.command("deliveries").description("List and replay deliveries to webhook endpoints and integrations.")

  ofDatabase(deliveries.command("list"))
    .description("List deliveries, newest first.")
    .requiredOption("--mode <mode>", "test or live", readMode)
    .option("--status <status>", `one of ${DELIVERY_STATUSES.join(", ")}`, readStatus)
    .option("--account <id>", "only deliveries of this account")
    .option("--limit <number>", "the maximum number of deliveries", readLimit, 1000)
    .option("--json", "print one JSON value")
    .action(({ mode: name, database, json, ...wanted }: ListOptions) =>
      withModes(async (modes) => {
        const searched = modesNamed(modes, name, database)
        if (wanted.account) await mustFindAccount(modes, wanted.account)
        const found = await Promise.all(searched.map(({ database }) => newestDeliveries(database, wanted)))
        const newest = found.flat().sort((a, b) => (a.id < b.id ? 1 : -1))
        const rows = newest.slice(0, wanted.limit).map((row) => presentDelivery(row, name === "live"))
        if (rows.length === wanted.limit) warnOfLimit(wanted.limit)
        print(json, rows, (list) =>
          table(
            list.map((each) => [
              each.id,
              each.status,
              `${each.attempts} attempts`,
              each.webhook_endpoint,
              each.event,
              outcome(each),
            ]),
            "No deliveries.",
          ),
        )
      }),
    )

  deliveries
    .command("replay")
    .argument("<id>", "wd_…")
    .description(
      "Send a message again, as a new delivery with seven attempts. A running server makes the first attempt within a second.",
    )
    .option("--json", "print one JSON value")
    .action((id: string, { json }) =>
      withModes(async (modes) => {
        const missing = `No such delivery: '${id}'. List them with: vintem deliveries list --mode MODE`
        const { mode, done } = await actOn(
          modes,
          { action: "delivery.replay", id, missing, find: findDeliveryAnywhere },
          replayDelivery,
        )
        print(
          json,
          presentDelivery(done, mode.livemode),
          () => `Created ${done.id}: sends ${done.message} to ${done.target} again.`,
        )
      }),
    )
}

function outcome({ last_attempt: last }: ReturnType<typeof presentDelivery>): string {
  return last ? (last.error ?? `HTTP ${last.http_status}`) : "-"
}

function readStatus(text: string): DeliveryStatus {
  const status = DELIVERY_STATUSES.find((known) => known === text)
  if (!status) throw new InvalidArgumentError(`Must be one of ${DELIVERY_STATUSES.join(", ")}.`)
  return status
}
