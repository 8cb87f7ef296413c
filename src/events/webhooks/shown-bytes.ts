import { shownAs } from "../../versions/shown.ts"
import { NEWEST_VERSION, type Version } from "../../versions.ts"

/** An endpoint or an integration that gets a message, and the version by which it is shown there. Null: as it was recorded. */
export type Receiver = { target: string; version: Version | null }

/** Returns the text that every attempt of a delivery of this version sends, from the text that was recorded. */
export function textAt(version: Version | null, recorded: string): string {
  // What was recorded has the shape of the newest version.
  return version === null || version === NEWEST_VERSION ? recorded : JSON.stringify(shownAs(version, JSON.parse(recorded)))
}

/** Returns these bytes. */
export function bytesAt(version: Version | null, recorded: string): Buffer {
  return Buffer.from(textAt(version, recorded))
}
