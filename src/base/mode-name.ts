export type ModeName = "test" | "live"

/** The name of the only database of a mode, or of the one that has the platform's rows. */
export const MAIN = "main"

/** A mode in labels, lists and messages. */
export function modeName({ livemode }: { livemode: boolean }): ModeName {
  return livemode ? "live" : "test"
}

/** A database in messages: `live database`, or `live database east` if it is not the main one. */
export function databaseInWords(database: { livemode: boolean; name: string }): string {
  return `${modeName(database)} database${database.name === MAIN ? "" : ` ${database.name}`}`
}
