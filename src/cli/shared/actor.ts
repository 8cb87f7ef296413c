import { hostname, userInfo } from "node:os"
import type { Actor } from "../../audit/log.ts"

/**
 * The user who runs the command: the user of the operating system, or behind sudo the user who called sudo. sudo reports that user in a
 * variable, which the user of the operating system can forge.
 */
export function currentActor(): Actor {
  const user = `os_user:${userName()}`
  const asked = process.env.SUDO_USER?.replace(/\p{C}/gu, "?").slice(0, 64)
  return { actor: asked ? `${user} (sudo by ${asked})` : user, source: hostname() }
}

/** In a container, the user may have only a number. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? "unknown")
  }
}
